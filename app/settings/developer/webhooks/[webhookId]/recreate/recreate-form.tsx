"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { webhookPath } from "@/app/_links";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { useForm } from "@/app/_ui/form/use-form";
import { recreate } from "../../actions";
import { RevealSecret } from "../../reveal-secret";

interface RecreateFormProps {
  webhookId: string;
  name: string;
  verifier: ReactNode;
}

export function RecreateForm({ webhookId, name, verifier }: RecreateFormProps) {
  const t = useTranslations("webhookForms");
  const form = useForm(recreate);
  if (form.state.kind === "recreated") {
    const { id, secret } = form.state.registered;
    const href = webhookPath(id, `?replaces=${webhookId}`);
    return <RevealSecret title={t("recreatedTitle", { name })} secret={secret} verifier={verifier} nextHref={href} />;
  }
  return (
    <ActionForm form={form} failed={t("recreateFailed")} hidden={{ webhookId }} className="grid gap-4">
      <FormButtons submit={t("recreate")} cancelHref={webhookPath(webhookId)} />
    </ActionForm>
  );
}
