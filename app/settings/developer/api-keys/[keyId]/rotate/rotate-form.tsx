"use client";

import { useTranslations } from "next-intl";
import { keyPath } from "@/app/_links";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { OverlapField } from "@/app/_ui/form/overlap-field";
import { useForm } from "@/app/_ui/form/use-form";
import { Notice } from "@/app/_ui/page/notice";
import type { EndpointSummary } from "@/lib/api-keys/reach";
import { rotate } from "../../actions";
import { RevealKey } from "../../reveal-key";

interface RotateFormProps {
  keyId: string;
  name: string;
  endpoints: readonly EndpointSummary[];
  baseUrl: string;
  /** Why this key cannot be rotated now. Once rotated it cannot be again, and its page still shows the new key. */
  refusal: string | null;
}

export function RotateForm({ keyId, name, endpoints, baseUrl, refusal }: RotateFormProps) {
  const t = useTranslations("keyForm");
  const form = useForm(rotate);
  if (form.state.kind === "rotated") {
    const { issued } = form.state;
    return (
      <RevealKey
        issued={issued}
        endpoints={endpoints}
        baseUrl={baseUrl}
        title={t("rotatedTitle", { name })}
        href={keyPath(issued.id)}
      />
    );
  }
  if (refusal) return <Notice tone="warn">{refusal}</Notice>;
  return (
    <ActionForm form={form} failed={t("rotateFailed")} hidden={{ keyId }} className="grid gap-5">
      <OverlapField legend={t("overlap")} />
      <FormButtons submit={t("rotate")} cancelHref={keyPath(keyId)} />
    </ActionForm>
  );
}
