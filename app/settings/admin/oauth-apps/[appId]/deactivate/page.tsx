import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { appPath } from "@/app/_links";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { deactivate } from "../../actions";
import { type AppPage, openAppPage } from "../../app-page";

export const generateMetadata = pageTitle("apps.deactivate.title");

export default renderPage("app", async function DeactivateAppPage(page: AppPage) {
  const { id, name, isActive, liveGrants } = (await openAppPage(page, "/deactivate")).app;
  if (!isActive) redirect(appPath(id));
  const [t, form] = await Promise.all([getTranslations("apps.deactivate"), getTranslations("appForm")]);
  return (
    <StepPage backHref={appPath(id)} name={name} title={t("heading", { name })}>
      <Notice tone={liveGrants === 0 ? "neutral" : "warn"}>{t("grants", { count: liveGrants })}</Notice>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <ConfirmForm
        action={deactivate}
        hidden={{ appId: id }}
        name={name}
        failed={form("deactivateFailed")}
        submit={form("deactivate")}
        cancelHref={appPath(id)}
      />
    </StepPage>
  );
});
