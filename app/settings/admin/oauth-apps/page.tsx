import { Plus, ShieldCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { listApps } from "@/lib/oauth/apps-query";
import { AppTable } from "./app-table";
import { requireAdmin } from "./open-page";
import { APPS_PATH } from "./paths";

export const generateMetadata = pageTitle("apps.title");

export default drawPage("page", async function OAuthAppsPage() {
  const admin = await requireAdmin(APPS_PATH);
  const [apps, t] = await Promise.all([listApps(admin), getTranslations("apps")]);
  const register = (
    <LinkButton look="primary" href={`${APPS_PATH}/new`}>
      <Plus aria-hidden />
      {t("register")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t("title")} description={t("description")}>
        {apps.length > 0 ? register : null}
      </PageHeader>
      {apps.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={t("emptyTitle")} text={t("emptyText")}>
          {register}
        </EmptyState>
      ) : (
        <>
          <AppTable apps={apps} />
          <p className="mt-3 text-xs text-ink-3">{t("count", { count: apps.length })}</p>
        </>
      )}
    </>
  );
});
