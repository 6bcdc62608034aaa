import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { tenantPath } from "@/app/_links";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { SelectField, TextArea } from "@/app/_ui/form/field";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { SUSPENSION_REASONS } from "@/lib/access/suspension-reasons";
import { suspend } from "../../actions";
import { openTenantPage, type TenantPage } from "../../open-page";

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
      <PlainForm action={suspend} failed={t("failed")} hidden={{ tenantId: id }} noValidate className="grid gap-4">
        <SelectField name="reason" label={t("reasonLabel")} hint={t("reasonHint")} defaultValue={SUSPENSION_REASONS[0]}>
          {SUSPENSION_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {t(`reasons.${reason}`)}
            </option>
          ))}
        </SelectField>
        <TextArea name="message" label={t("messageLabel")} hint={t("messageHint")} rows={3} defaultValue="" />
        <FormButtons look="danger" submit={t("suspend")} cancelHref={tenantPath(id)} />
      </PlainForm>
    </StepPage>
  );
});
