"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useState } from "react";
import { Button } from "../controls/button";
import { LiveText } from "./live-text";

interface CopyButtonProps {
  text: string;
  label: string;
  showsLabel?: boolean;
  size?: "icon" | "tight";
  /** The tick stays, so the reader can see later which values were copied. */
  keepsTick?: boolean;
  look?: "plain" | "quiet" | "primary";
  onCopied?: () => void;
  buttonRef?: RefObject<HTMLButtonElement | null>;
}

export function CopyButton(props: CopyButtonProps) {
  const {
    text,
    label,
    showsLabel = false,
    size = "icon",
    keepsTick = false,
    look = "quiet",
    onCopied,
    buttonRef,
  } = props;
  const t = useTranslations("ui");
  const [outcome, setOutcome] = useState<{ isCopied: boolean } | null>(null);
  useEffect(() => {
    if (!outcome || keepsTick) return;
    const timer = setTimeout(() => setOutcome(null), 2_000);
    return () => clearTimeout(timer);
  }, [outcome, keepsTick]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome({ isCopied: true });
      onCopied?.();
    } catch {
      setOutcome({ isCopied: false });
    }
  }

  const isCopied = outcome?.isCopied;
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button
        {...(buttonRef ? { ref: buttonRef } : {})}
        look={look}
        size={showsLabel ? "normal" : size}
        onClick={() => void copy()}
        aria-label={t("copy", { label })}
      >
        <Icon aria-hidden className={isCopied && look !== "primary" ? "text-good" : undefined} />
        {showsLabel ? <span>{isCopied ? t("copied") : t("copyShort")}</span> : null}
      </Button>
      <span role="status" className="sr-only">
        <LiveText of={outcome}>{isCopied ? t("copiedLabel", { label }) : outcome ? t("copyFailed") : ""}</LiveText>
      </span>
    </>
  );
}
