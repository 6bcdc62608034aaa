"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { RevealOnce } from "@/app/_ui/shown/reveal-once";
import { pickFirstPath, writeFirstCall } from "@/lib/api-keys/first-call";
import type { IssuedKey } from "@/lib/api-keys/issue";
import { type EndpointSummary, listReachable } from "@/lib/api-keys/reach";

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
