"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { appPath } from "@/app/_links";
import { RevealOnce } from "@/app/_ui/shown/reveal-once";

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
