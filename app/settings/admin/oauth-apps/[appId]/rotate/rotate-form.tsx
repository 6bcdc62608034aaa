"use client";

import { useTranslations } from "next-intl";
import { appPath } from "@/app/_links";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { OverlapField } from "@/app/_ui/form/overlap-field";
import { useForm } from "@/app/_ui/form/use-form";
import { rotate } from "../../actions";
import { RevealSecret } from "../../reveal-secret";

interface RotateFormProps {
  appId: string;
  clientId: string;
  name: string;
  secretId: string;
}

export function RotateForm({ appId, clientId, name, secretId }: RotateFormProps) {
  const t = useTranslations("appForm");
  const form = useForm(rotate);
  if (form.state.kind === "rotated") {
    return (
      <RevealSecret title={t("rotatedTitle", { name })} appId={appId} clientId={clientId} secret={form.state.secret} />
    );
  }
  return (
    <ActionForm form={form} failed={t("rotateFailed")} hidden={{ appId, secretId }} className="grid gap-5">
      <OverlapField legend={t("overlap")} />
      <FormButtons submit={t("rotate")} cancelHref={appPath(appId)} />
    </ActionForm>
  );
}
