"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";

const FIRST_WAIT_MS = 1_500;
const LONGEST_WAIT_MS = 15_000;
const SLOWER = 1.4;
/** A page that nothing happens on, and that lies open somewhere, stops asking. */
const QUIET_AFTER_MS = 10 * 60_000;

const Pulse = z.object({ fingerprint: z.string(), isMoving: z.boolean() });
type Pulse = z.infer<typeof Pulse>;

interface PageWatchProps extends Pulse {
  path: string;
  /** What it says while something is under way, and once the page was drawn anew. */
  moving: string;
  updated: string;
  firstWaitMs?: number;
}

/** Asks, quickly while things move and ever more rarely after, whether the page has changed; then it is drawn anew in place. */
export function PageWatch({
  path,
  fingerprint,
  isMoving,
  moving,
  updated,
  firstWaitMs = FIRST_WAIT_MS,
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
      // Drawn anew, the page begins to ask anew.
      if (pulse && pulse.fingerprint !== fingerprint) return router.refresh();
      quietMs += waitMs;
      waitMs = pulse?.isMoving ? firstWaitMs : Math.min(LONGEST_WAIT_MS, waitMs * SLOWER);
      if (quietMs < QUIET_AFTER_MS) timer = setTimeout(() => void ask(), waitMs);
    }
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [path, fingerprint, firstWaitMs, router]);
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
    return answer.ok ? Pulse.parse(await answer.json()) : null;
  } catch {
    return null;
  }
}
