"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";

const FIRST_WAIT_MS = 1_500;
const LONGEST_WAIT_MS = 15_000;

/** Asks, ever more rarely and only while the page is seen, whether the first call has come; then the step turns green. */
export function FirstCallWatch({ isWaiting }: { isWaiting: boolean }) {
  const t = useTranslations("ui.firstCall");
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    let waitMs = FIRST_WAIT_MS;
    let timer = setTimeout(() => void ask(), waitMs);
    const stop = new AbortController();
    async function ask() {
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 1.4);
      if (!document.hidden && (await hasFirstCall(stop.signal))) return router.refresh();
      if (!stop.signal.aborted) timer = setTimeout(() => void ask(), waitMs);
    }
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isWaiting, router]);
  return (
    <p role="status" className={isWaiting ? "flex items-center gap-2 text-dense text-ink-2" : "sr-only"}>
      {isWaiting ? (
        <>
          <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
          {t("waiting")}
        </>
      ) : null}
    </p>
  );
}

async function hasFirstCall(signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch("/settings/developer/first-call", { signal, cache: "no-store" });
    return answer.ok && ((await answer.json()) as { hasCall: boolean }).hasCall;
  } catch {
    return false;
  }
}
