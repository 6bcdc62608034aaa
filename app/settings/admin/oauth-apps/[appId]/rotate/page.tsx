import { getTranslations } from "next-intl/server";
import { appPath } from "@/app/_links";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { type AppPage, openAppPage } from "../../app-page";
import { RotateForm } from "../../reveal-secret";
import { SecretList } from "../credentials";

export const generateMetadata = pageTitle("apps.rotate.title");

export default renderPage("app", async function RotateSecretPage(page: AppPage) {
  const { app, secrets } = await openAppPage(page, "/rotate");
  const t = await getTranslations("apps.rotate");
  return (
    <StepPage backHref={appPath(app.id)} name={app.name} title={t("heading", { name: app.name })}>
      {app.clientType === "public" || app.keys !== null ? (
        <Notice>{t("public")}</Notice>
      ) : (
        <>
          <p className="text-ink-2 text-pretty">{t("explanation")}</p>
          <SecretList secrets={secrets} />
          <RotateForm appId={app.id} clientId={app.clientId} name={app.name} secretId={secrets[0]?.id ?? ""} />
        </>
      )}
    </StepPage>
  );
});
