"use client";

import { useTranslations } from "next-intl";
import { tenantPath } from "@/app/_links";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { SelectField, TextArea } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import { SUSPENSION_REASONS } from "@/lib/access/suspension-reasons";
import { type SuspensionValues, suspend } from "../../actions";

export function SuspendForm({ tenantId }: { tenantId: string }) {
  const t = useTranslations("tenants.suspension");
  const form = useForm<never, SuspensionValues>(suspend);
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ tenantId }} noValidate className="grid gap-4">
      <SelectField
        name="reason"
        label={t("reasonLabel")}
        hint={t("reasonHint")}
        defaultValue={form.values?.reason ?? SUSPENSION_REASONS[0]}
      >
        {SUSPENSION_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {t(`reasons.${reason}`)}
          </option>
        ))}
      </SelectField>
      <TextArea
        name="message"
        label={t("messageLabel")}
        hint={t("messageHint")}
        rows={3}
        defaultValue={form.values?.message ?? ""}
      />
      <FormButtons look="danger" submit={t("suspend")} cancelHref={tenantPath(tenantId)} />
    </ActionForm>
  );
}
