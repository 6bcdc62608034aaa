import { getTranslations } from "next-intl/server";
import { appPath } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { AppForm } from "../../app-form";
import { type AppPage, openAppPage } from "../../app-page";

export const generateMetadata = pageTitle("apps.editTitle");

export default renderPage("app", async function EditAppPage(page: AppPage) {
  const { app } = await openAppPage(page, "/edit");
  const t = await getTranslations("apps");
  return (
    <>
      <PageHeader
        back={<BackLink href={appPath(app.id)}>{app.name}</BackLink>}
        title={t("editHeading", { name: app.name })}
        description={t("editDescription")}
      />
      <AppForm app={app} />
    </>
  );
});
