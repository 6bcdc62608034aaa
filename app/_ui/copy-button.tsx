"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useState } from "react";
import { Button } from "./button";

interface CopyButtonProps {
  text: string;
  /** Names the copied thing: "API key". */
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
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle" || keepsTick) return;
    const timer = setTimeout(() => setState("idle"), 2_000);
    return () => clearTimeout(timer);
  }, [state, keepsTick]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
      onCopied?.();
    } catch {
      setState("failed");
    }
  }

  const Icon = state === "copied" ? Check : Copy;
  return (
    <>
      <Button
        {...(buttonRef ? { ref: buttonRef } : {})}
        look={look}
        size={showsLabel ? "normal" : size}
        onClick={() => void copy()}
        aria-label={t("copy", { label })}
      >
        <Icon aria-hidden className={state === "copied" && look !== "primary" ? "text-good" : undefined} />
        {showsLabel ? <span>{state === "copied" ? t("copied") : t("copyShort")}</span> : null}
      </Button>
      <span role="status" className="sr-only">
        {state === "copied" ? t("copiedLabel", { label }) : state === "failed" ? t("copyFailed") : ""}
      </span>
    </>
  );
}
