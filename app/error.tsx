"use client";

import { useTranslations } from "next-intl";
import { Button } from "./_ui/button";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("ui.error");
  return (
    <main className="mx-auto grid min-h-[60dvh] max-w-md content-center justify-items-start gap-3 px-6">
      <h1 className="text-xl font-semibold tracking-tight">{t("title")}</h1>
      <p className="text-ink-2">{t("text")}</p>
      {error.digest ? <p className="font-mono text-xs text-ink-3">{t("reference", { digest: error.digest })}</p> : null}
      <Button look="primary" className="mt-3" onClick={reset}>
        {t("retry")}
      </Button>
    </main>
  );
}
