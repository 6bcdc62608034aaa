"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { OverlapField } from "@/app/_ui/form/overlap-field";
import { useForm } from "@/app/_ui/form/use-form";
import type { EndpointSummary } from "@/lib/api-keys/reach";
import { rotate } from "../../actions";
import { RevealKey } from "../../reveal-key";

interface RotateFormProps {
  keyId: string;
  name: string;
  endpoints: readonly EndpointSummary[];
  baseUrl: string;
}

export function RotateForm({ keyId, name, endpoints, baseUrl }: RotateFormProps) {
  const t = useTranslations("keyForm");
  const router = useRouter();
  const form = useForm(rotate);
  if (form.state.kind === "rotated") {
    const { issued } = form.state;
    return (
      <RevealKey
        issued={issued}
        endpoints={endpoints}
        baseUrl={baseUrl}
        title={t("rotatedTitle", { name })}
        onDone={() => router.push(`/settings/developer/api-keys/${issued.id}`)}
      />
    );
  }
  return (
    <ActionForm form={form} failed={t("rotateFailed")} hidden={{ keyId }} className="grid gap-5">
      <OverlapField legend={t("overlap")} />
      <FormButtons submit={t("rotate")} cancelHref={`/settings/developer/api-keys/${keyId}`} />
    </ActionForm>
  );
}
