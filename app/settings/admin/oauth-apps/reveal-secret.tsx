"use client";

import { useTranslations } from "next-intl";
import { RevealOnce } from "@/app/_ui/reveal-once";

interface RevealSecretProps {
  title: string;
  clientId: string;
  secret: string;
  onDone: () => void;
}

export function RevealSecret({ title, clientId, secret, onDone }: RevealSecretProps) {
  const t = useTranslations("appForm");
  return (
    <RevealOnce
      title={title}
      label={t("secret")}
      secret={secret}
      snippets={[{ label: t("env"), code: `SVC_CLIENT_ID=${clientId}\nSVC_CLIENT_SECRET=${secret}` }]}
      onDone={onDone}
    />
  );
}
