"use client";

import { useTranslations } from "next-intl";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { useForm } from "@/app/_ui/form/use-form";
import { recreate } from "../../actions";
import { pathOf } from "../../paths";
import { RevealSecret } from "../../reveal-secret";

export function RecreateForm({ webhookId, name }: { webhookId: string; name: string }) {
  const t = useTranslations("webhookForms");
  const form = useForm(recreate);
  if (form.state.kind === "recreated") {
    const { id, secret } = form.state.registered;
    const href = pathOf(id, `?replaces=${webhookId}`);
    return <RevealSecret title={t("recreatedTitle", { name })} secret={secret} nextHref={href} />;
  }
  return (
    <ActionForm form={form} failed={t("recreateFailed")} hidden={{ webhookId }} className="grid gap-4">
      <FormButtons submit={t("recreate")} cancelHref={pathOf(webhookId)} />
    </ActionForm>
  );
}
