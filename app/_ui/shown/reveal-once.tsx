"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CodeLanguage } from "@/app/_light/highlight";
import { Button } from "../controls/button";
import { useIsBrowser } from "../controls/use-is-browser";
import { useLoaded } from "../controls/use-loaded";
import { Notice } from "../page/notice";
import { CodeBlock } from "./code-block";
import { CopyButton } from "./copy-button";

const loadDialog = () => import("../controls/dialog").then(({ Dialog }) => Dialog);

interface RevealOnceProps {
  title: string;
  label: string;
  secret: string;
  warning?: string;
  snippets: readonly { label: string; code: string; language?: CodeLanguage }[];
  more?: ReactNode;
  onDone: () => void;
}

export function RevealOnce({ title, label, secret, warning, snippets, more, onDone }: RevealOnceProps) {
  const t = useTranslations("ui.reveal");
  const isBrowser = useIsBrowser();
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  useLeaveGuard(!isCopied);
  const [Dialog, wantDialog] = useLoaded(loadDialog);
  useEffect(() => {
    void wantDialog();
  }, [wantDialog]);
  const content = (
    <div className="grid gap-4 p-5">
      <Notice tone="warn">{warning ?? t("warning")}</Notice>
      <div className="flex flex-col gap-2 sm:flex-row sm:items-center">
        <output
          aria-label={label}
          className="min-w-0 flex-1 rounded-control border border-line bg-muted px-3 py-2 font-mono text-dense break-all select-all"
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
          wraps={!snippet.code.includes("\n")}
          onCopied={() => setCopied(true)}
        />
      ))}
      {more}
    </div>
  );
  const close = () => (isCopied ? onDone() : setAsking(true));
  const end = <End isAsking={isAsking && !isCopied} close={close} stay={() => setAsking(false)} onDone={onDone} />;
  if (!Dialog) {
    return (
      <InPage title={title} end={isBrowser ? end : null}>
        {content}
      </InPage>
    );
  }
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
      <div className="sticky bottom-0 border-t border-line bg-raised px-5 py-4">{end}</div>
    </Dialog>
  );
}

/** The form that had the focus is gone, and its button was further down. */
function InPage({ title, end, children }: { title: string; end: ReactNode; children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView();
  }, []);
  return (
    <section
      ref={section}
      aria-label={title}
      tabIndex={-1}
      className="card scroll-mt-18 outline-none focus-visible:border-accent"
    >
      <h2 className="border-b border-line px-5 py-4 text-lg font-semibold">{title}</h2>
      {children}
      {end ? <div className="border-t border-line px-5 py-4">{end}</div> : null}
    </section>
  );
}

interface EndProps {
  isAsking: boolean;
  close: () => void;
  stay: () => void;
  onDone: () => void;
}

function End({ isAsking, close, stay, onDone }: EndProps) {
  const t = useTranslations("ui.reveal");
  if (!isAsking) {
    return (
      <div className="flex justify-end">
        <Button look="primary" onClick={close}>
          {t("done")}
        </Button>
      </div>
    );
  }
  return (
    <div role="alertdialog" aria-label={t("ask")} className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-dense font-medium text-warn">{t("ask")}</p>
      <span className="flex flex-wrap gap-2">
        <Button autoFocus onClick={stay}>
          {t("stay")}
        </Button>
        <Button look="danger" onClick={onDone}>
          {t("closeAnyway")}
        </Button>
      </span>
    </div>
  );
}

function useLeaveGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", guard);
    return () => window.removeEventListener("beforeunload", guard);
  }, [isOn]);
}
