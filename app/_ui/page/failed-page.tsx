"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, startTransition } from "react";
import { AnchorButton, Button, LinkButton } from "../controls/button";
import { Copyable } from "../shown/copyable";

/** The props of an error.tsx. The log has the error under the same digest. */
export interface FailedPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

export function FailedPage({ error, reset, heading }: FailedPageProps & Pick<FailureProps, "heading">) {
  const t = useTranslations("ui.error");
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      // The page's data comes from the server: without a refresh the same error would be drawn again.
      router.refresh();
      reset();
    });
  return (
    <Failure heading={heading} reference={error.digest}>
      <Button look="primary" onClick={retry}>
        {t("retry")}
      </Button>
    </Failure>
  );
}

/** Loads the page again, for an error that left no router. */
export function FailedDocument({ reference }: { reference: string | undefined }) {
  const t = useTranslations("ui.error");
  return (
    <Failure reference={reference}>
      <AnchorButton look="primary" href="">
        {t("retry")}
      </AnchorButton>
    </Failure>
  );
}

interface FailureProps {
  heading?: "h1" | "h2" | undefined;
  reference: string | undefined;
  children: ReactNode;
}

function Failure({ heading: Heading = "h1", reference, children }: FailureProps) {
  const t = useTranslations("ui.error");
  return (
    <div role="alert" className="mx-auto grid w-full max-w-md flex-1 content-center justify-items-start gap-3 py-10">
      <Heading className="text-xl font-semibold tracking-tight">{t("title")}</Heading>
      <p className="text-ink-2">{t("text")}</p>
      {reference ? (
        <div className="flex flex-wrap items-center gap-x-2 text-xs text-ink-2">
          <span>{t("reference")}</span>
          <Copyable text={reference} label={t("copyReference")} />
        </div>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {children}
        <LinkButton look="quiet" href="/">
          {t("home")}
        </LinkButton>
      </div>
    </div>
  );
}
