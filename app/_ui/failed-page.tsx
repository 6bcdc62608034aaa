"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { Button } from "./button";
import { Copyable } from "./copyable";

/** The props of an error.tsx. The log has the error under the same digest. */
export interface FailedPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** The content of a page that could not be drawn; its frame stays. */
export function FailedPage({ error, reset, heading: Heading = "h1" }: FailedPageProps & { heading?: "h1" | "h2" }) {
  const t = useTranslations("ui.error");
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      // The page's data comes from the server: without a refresh the same error would be drawn again.
      router.refresh();
      reset();
    });
  return (
    <div role="alert" className="mx-auto grid w-full max-w-md flex-1 content-center justify-items-start gap-3 py-10">
      <Heading className="text-xl font-semibold tracking-tight">{t("title")}</Heading>
      <p className="text-ink-2">{t("text")}</p>
      {error.digest ? (
        <div className="flex flex-wrap items-center gap-x-2 text-xs text-ink-2">
          <span>{t("reference")}</span>
          <Copyable text={error.digest} label={t("copyReference")} />
        </div>
      ) : null}
      <Button look="primary" className="mt-3" onClick={retry}>
        {t("retry")}
      </Button>
    </div>
  );
}
