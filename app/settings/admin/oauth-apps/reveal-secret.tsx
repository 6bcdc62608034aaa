"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { appPath } from "@/app/_links";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { OverlapField } from "@/app/_ui/form/overlap-field";
import { useForm } from "@/app/_ui/form/use-form";
import { RevealOnce } from "@/app/_ui/shown/reveal-once";
import { rotate } from "./actions";

interface RevealSecretProps {
  title: string;
  appId: string;
  clientId: string;
  secret: string;
}

export function RevealSecret({ title, appId, clientId, secret }: RevealSecretProps) {
  const t = useTranslations("appForm");
  const router = useRouter();
  return (
    <RevealOnce
      title={title}
      label={t("secret")}
      secret={secret}
      snippets={[{ label: t("env"), code: `SVC_CLIENT_ID=${clientId}\nSVC_CLIENT_SECRET=${secret}` }]}
      onDone={() => router.push(appPath(appId))}
    />
  );
}

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
