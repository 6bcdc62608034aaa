"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { CodeLanguage } from "@/app/_light/highlight";
import { Button } from "./button";
import { CodeBlock } from "./code-block";
import { CopyButton } from "./copy-button";
import { Dialog } from "./dialog";
import { Notice } from "./notice";
import { useIsBrowser } from "./use-is-browser";

interface RevealOnceProps {
  title: string;
  /** Names the secret: "API key". */
  label: string;
  secret: string;
  /** How it is stored, when not as a hash. */
  warning?: string;
  snippets: readonly { label: string; code: string; language?: CodeLanguage }[];
  /** Below the snippets: nothing of it is secret. */
  more?: ReactNode;
  onDone: () => void;
}

/** The only place that shows a secret. It warns before closing while the secret has not been copied. */
export function RevealOnce({ title, label, secret, warning, snippets, more, onDone }: RevealOnceProps) {
  const t = useTranslations("ui.reveal");
  const isBrowser = useIsBrowser();
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  useLeaveGuard(!isCopied);
  const content = (
    <div className="grid gap-4 p-5">
      <Notice tone="warn">{warning ?? t("warning")}</Notice>
      <div className="flex flex-col gap-2 sm:flex-row sm:items-center">
        <output
          aria-label={label}
          className="min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-3 py-2 font-mono text-dense break-all select-all"
        >
          {secret}
        </output>
        <CopyButton
          text={secret}
          label={label}
          look="primary"
          showsLabel
          keepsTick
          onCopied={() => setCopied(true)}
          buttonRef={copyButton}
        />
      </div>
      {snippets.map((snippet) => (
        <CodeBlock
          key={snippet.label}
          {...snippet}
          // One line may be a secret that a person compares: it is shown whole.
          wraps={!snippet.code.includes("\n")}
          onCopied={() => setCopied(true)}
        />
      ))}
      {more}
    </div>
  );
  // Without JavaScript the page itself shows it; there is no dialog to close.
  if (!isBrowser) {
    return (
      <section aria-label={title} className="card">
        <h2 className="border-b border-line px-5 py-4 text-lg font-semibold">{title}</h2>
        {content}
      </section>
    );
  }
  const close = () => (isCopied ? onDone() : setAsking(true));
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      title={title}
      description={t("once")}
      initialFocus={copyButton}
      className="w-[min(40rem,calc(100vw-1.5rem))]"
    >
      {content}
      <div className="sticky bottom-0 border-t border-line bg-raised px-5 py-4">
        {isAsking ? (
          <div role="alertdialog" aria-label={t("ask")} className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-dense font-medium text-warn">{t("ask")}</p>
            <span className="flex flex-wrap gap-2">
              <Button autoFocus onClick={() => setAsking(false)}>
                {t("stay")}
              </Button>
              <Button look="danger" onClick={onDone}>
                {t("closeAnyway")}
              </Button>
            </span>
          </div>
        ) : (
          <div className="flex justify-end">
            <Button look="primary" onClick={close}>
              {t("done")}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The browser asks before the page is left by other ways: reload, a closed tab. */
function useLeaveGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", guard);
    return () => window.removeEventListener("beforeunload", guard);
  }, [isOn]);
}
