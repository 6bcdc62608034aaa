"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Notice } from "@/app/_ui/notice";
import type { ProviderSummary } from "@/lib/accounts/providers";

/** Fetched and then followed: the content policy forbids forms that redirect to another origin. */
async function findProviderUrl(id: ProviderSummary["id"], callbackUrl: string): Promise<string> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const answer = await fetch(`/api/auth/signin/${id}`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, callbackUrl, json: "true" }),
  });
  return ((await answer.json()) as { url: string }).url;
}

export function ProviderButtons({ providers, callbackUrl }: { providers: ProviderSummary[]; callbackUrl: string }) {
  const t = useTranslations("signIn");
  const [hasFailed, setFailed] = useState(false);

  async function start(provider: ProviderSummary) {
    try {
      window.location.assign(await findProviderUrl(provider.id, callbackUrl));
    } catch {
      setFailed(true);
    }
  }

  return (
    <div className="grid gap-2">
      <div role="status">{hasFailed ? <Notice tone="warn">{t("providerFailed")}</Notice> : null}</div>
      {providers.map((provider) => (
        <Button key={provider.id} onClick={() => void start(provider)} className="w-full">
          {t("with", { provider: provider.name })}
        </Button>
      ))}
    </div>
  );
}
