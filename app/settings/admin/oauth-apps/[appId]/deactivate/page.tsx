import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { drawPage } from "@/app/_ui/draw-page";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { deactivate } from "../../actions";
import { requireApp } from "../../open-page";
import { appPath } from "../../paths";

interface Props {
  params: Promise<{ appId: string }>;
}

export const generateMetadata = pageTitle("apps.deactivate.title");

export default drawPage("app", async function DeactivateAppPage({ params }: Props) {
  const { app } = await requireApp((await params).appId, "/deactivate");
  if (!app.isActive) redirect(appPath(app.id));
  const [t, form] = await Promise.all([getTranslations("apps.deactivate"), getTranslations("appForm")]);
  return (
    <>
      <PageHeader
        back={<BackLink href={appPath(app.id)}>{app.name}</BackLink>}
        title={t("heading", { name: app.name })}
      />
      <div className="card grid max-w-xl gap-5 p-5">
        <Notice tone={app.liveGrants === 0 ? "neutral" : "warn"}>{t("grants", { count: app.liveGrants })}</Notice>
        <p className="text-ink-2 text-pretty">{t("consequence")}</p>
        <ConfirmForm
          action={deactivate}
          hidden={{ appId: app.id }}
          name={app.name}
          failed={form("deactivateFailed")}
          submit={form("deactivate")}
          cancelHref={appPath(app.id)}
        />
      </div>
    </>
  );
});
