import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { tenantPath } from "@/app/_links";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { openTenantPage, type TenantPage } from "../../open-page";
import { SuspendForm } from "./suspend-form";

export const generateMetadata = pageTitle("tenants.suspension.suspend");

export default renderPage("tenant", async function SuspendTenantPage(page: TenantPage) {
  const { id, name: given, suspension, queues } = await openTenantPage(page, "/suspend");
  if (suspension) redirect(tenantPath(id));
  const [t, tenants] = await Promise.all([getTranslations("tenants.suspension"), getTranslations("tenants")]);
  const name = given ?? tenants("noName");
  return (
    <StepPage backHref={tenantPath(id)} name={name} title={t("heading", { name })}>
      <Notice tone="warn">
        {t("effects")} {t("held", { count: queues.deliveries })}
      </Notice>
      <SuspendForm tenantId={id} />
    </StepPage>
  );
});
