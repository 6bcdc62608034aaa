"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";

const FIRST_WAIT_MS = 1_500;
const LONGEST_WAIT_MS = 15_000;
const SLOWER = 1.4;
/** An idle page that is left open stops polling. */
const QUIET_AFTER_MS = 10 * 60_000;

interface Pulse {
  fingerprint: string;
  isMoving: boolean;
}

interface PageWatchProps extends Pulse {
  path: string;
  /** Announced while changes are pending and after a refresh. */
  moving: string;
  updated: string;
  firstWaitMs?: number;
  quietAfterMs?: number;
}

/** Polls for changes, often while something is pending and less and less later, and refreshes the page in place. */
export function PageWatch({
  path,
  fingerprint,
  isMoving,
  moving,
  updated,
  firstWaitMs = FIRST_WAIT_MS,
  quietAfterMs = QUIET_AFTER_MS,
}: PageWatchProps) {
  const router = useRouter();
  const [isNew, setNew] = useState(false);
  const shown = useRef(fingerprint);
  useEffect(() => {
    if (shown.current === fingerprint) return;
    shown.current = fingerprint;
    setNew(true);
  }, [fingerprint]);
  useEffect(() => {
    const stop = new AbortController();
    let waitMs = firstWaitMs;
    let quietMs = 0;
    let timer = setTimeout(() => void ask(), waitMs);
    async function ask() {
      const pulse = document.hidden ? null : await readPulse(path, stop.signal);
      if (stop.signal.aborted) return;
      // A refresh restarts polling.
      if (pulse && pulse.fingerprint !== fingerprint) return router.refresh();
      quietMs += waitMs;
      waitMs = pulse?.isMoving ? firstWaitMs : Math.min(LONGEST_WAIT_MS, waitMs * SLOWER);
      if (quietMs < quietAfterMs) timer = setTimeout(() => void ask(), waitMs);
    }
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [path, fingerprint, firstWaitMs, quietAfterMs, router]);
  return (
    <p role="status" className={isMoving ? "mb-3 flex items-center gap-2 text-dense text-ink-2" : "sr-only"}>
      {isMoving ? (
        <>
          <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
          {moving}
        </>
      ) : isNew ? (
        updated
      ) : null}
    </p>
  );
}

async function readPulse(path: string, signal: AbortSignal): Promise<Pulse | null> {
  try {
    const answer = await fetch(path, { signal, cache: "no-store" });
    const { fingerprint, isMoving } = (await answer.json()) as Partial<Record<keyof Pulse, unknown>>;
    const isPulse = answer.ok && typeof fingerprint === "string" && typeof isMoving === "boolean";
    return isPulse ? { fingerprint, isMoving } : null;
  } catch {
    return null;
  }
}
