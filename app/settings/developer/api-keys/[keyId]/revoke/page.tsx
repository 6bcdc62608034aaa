import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { keyPath } from "@/app/_links";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { LastUseNotice, StepPage } from "@/app/_ui/page/step-page";
import { revoke } from "../../actions";
import { type KeyPage, openKeyPage } from "../../open-page";

export const generateMetadata = pageTitle("keys.revoke.title");

export default renderPage("key", async function RevokeKeyPage(page: KeyPage) {
  const key = await openKeyPage(page, "/revoke");
  if (!key.isUsable) redirect(keyPath(key.id));
  const [t, form] = await Promise.all([getTranslations("keys.revoke"), getTranslations("keyForm")]);
  return (
    <StepPage backHref={keyPath(key.id)} name={key.name} title={t("heading", { name: key.name })}>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <LastUseNotice at={key.lastUsedAt} never={t("neverUsed")} used={(time) => t.rich("lastUsed", { time })} />
      <ConfirmForm
        action={revoke}
        hidden={{ keyId: key.id }}
        name={key.name}
        failed={form("revokeFailed")}
        submit={form("revoke")}
        cancelHref={keyPath(key.id)}
      />
    </StepPage>
  );
});
