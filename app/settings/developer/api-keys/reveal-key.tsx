"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { keyPath } from "@/app/_links";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { OverlapField } from "@/app/_ui/form/overlap-field";
import { useForm } from "@/app/_ui/form/use-form";
import { Notice } from "@/app/_ui/page/notice";
import { RevealOnce } from "@/app/_ui/shown/reveal-once";
import { pickFirstPath, writeFirstCall } from "@/lib/api-keys/first-call";
import type { IssuedKey } from "@/lib/api-keys/issue";
import { type EndpointSummary, listReachable } from "@/lib/api-keys/reach";
import { rotate } from "./actions";

interface RevealKeyProps {
  issued: IssuedKey;
  endpoints: readonly EndpointSummary[];
  baseUrl: string;
  title: string;
  href: string;
}

export function RevealKey({ issued, endpoints, baseUrl, title, href }: RevealKeyProps) {
  const t = useTranslations("keyForm.reveal");
  const router = useRouter();
  const path = pickFirstPath(listReachable(endpoints, issued.scopes, issued.ownerKind));
  return (
    <RevealOnce
      title={title}
      label={t("label")}
      secret={issued.plaintext}
      snippets={[
        {
          label: t("curl"),
          code: writeFirstCall(baseUrl, { path, credential: issued.plaintext }),
          language: "bash",
        },
        { label: t("env"), code: `SVC_API_KEY=${issued.plaintext}` },
      ]}
      onDone={() => router.push(href)}
    />
  );
}

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
