import { getTranslations } from "next-intl/server";
import { APPS_PATH } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { requireAdmin } from "../../open-administration-page";
import { AppForm } from "../app-form";

export const generateMetadata = pageTitle("apps.registerTitle");

export default renderPage("page", async function NewAppPage() {
  await requireAdmin(`${APPS_PATH}/new`);
  const t = await getTranslations("apps");
  return (
    <>
      <PageHeader back={<BackLink href={APPS_PATH}>{t("title")}</BackLink>} title={t("registerTitle")} />
      <AppForm />
    </>
  );
});
