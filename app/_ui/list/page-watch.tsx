"use client";

import { ArrowUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";

const FIRST_WAIT_MS = 1_500;
const LONGEST_WAIT_MS = 15_000;
const SLOWER = 1.4;
const QUIET_AFTER_MS = 10 * 60_000;

interface Pulse {
  fingerprint: string;
  isMoving: boolean;
  rows?: readonly string[];
}

interface PageWatchProps extends Omit<Pulse, "rows"> {
  path: string;
  /** Announced while changes are pending and after a refresh. */
  moving: string;
  updated: string;
  firstWaitMs?: number;
  quietAfterMs?: number;
}

/**
 * Polls for changes, often while something is pending and less and less later, and refreshes the page in place. Rows that
 * are new wait behind a button while the list is scrolled, so that nothing moves under the reader.
 */
export function PageWatch(props: PageWatchProps) {
  const { fingerprint, isMoving, moving, updated } = props;
  const [isNew, setNew] = useState(false);
  const shown = useRef(fingerprint);
  const { waiting, show } = useChanges(props);
  useEffect(() => {
    if (shown.current === fingerprint) return;
    shown.current = fingerprint;
    setNew(true);
  }, [fingerprint]);
  return (
    <>
      <p role="status" className={isMoving ? "mb-3 flex items-center gap-2 text-dense text-ink-2" : "sr-only"}>
        {isMoving ? (
          <>
            <span aria-hidden className="size-2 shrink-0 animate-pulse rounded-full bg-accent" />
            {moving}
          </>
        ) : isNew ? (
          updated
        ) : null}
      </p>
      <NewRows waiting={waiting} show={show} />
    </>
  );
}

function useChanges({
  path,
  fingerprint,
  firstWaitMs = FIRST_WAIT_MS,
  quietAfterMs = QUIET_AFTER_MS,
}: PageWatchProps): { waiting: Waiting; show: () => void } {
  const router = useRouter();
  const [found, setFound] = useState({ ...NOTHING, besides: fingerprint });
  useEffect(() => {
    const stop = new AbortController();
    let waitMs = firstWaitMs;
    let quietMs = 0;
    let timer = setTimeout(() => void ask(), waitMs);
    async function ask() {
      const pulse = document.hidden ? null : await readPulse(path, stop.signal);
      if (stop.signal.aborted) return;
      if (pulse && pulse.fingerprint !== fingerprint) {
        const newRows = countNewRows(pulse.rows ?? []);
        if (newRows.count === 0 || !isListScrolled()) return router.refresh();
        setFound({ ...newRows, besides: fingerprint });
      }
      quietMs += waitMs;
      waitMs = pulse?.isMoving ? firstWaitMs : Math.min(LONGEST_WAIT_MS, waitMs * SLOWER);
      if (quietMs < quietAfterMs) timer = setTimeout(() => void ask(), waitMs);
    }
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [path, fingerprint, firstWaitMs, quietAfterMs, router]);
  const waiting = found.besides === fingerprint ? found : NOTHING;
  const isWaiting = waiting.count > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const handle = () => (isListScrolled() ? undefined : router.refresh());
    window.addEventListener("scroll", handle, { passive: true });
    return () => window.removeEventListener("scroll", handle);
  }, [isWaiting, router]);
  return { waiting, show: showNewest };
}

function showNewest(): void {
  const first = document.querySelector<HTMLElement>("a[data-row]");
  first?.scrollIntoView({ block: "center" });
  first?.focus({ preventScroll: true });
}

interface Waiting {
  count: number;
  hasMore: boolean;
}

const NOTHING: Waiting = { count: 0, hasMore: false };

function isListScrolled(): boolean {
  const first = document.querySelector("a[data-row]")?.closest("tr");
  return first ? first.getBoundingClientRect().top < 0 : false;
}

function countNewRows(rows: readonly string[]): Waiting {
  const known = document.querySelector<HTMLElement>("a[data-row]")?.dataset["row"] ?? "";
  const place = rows.indexOf(known);
  return place === -1 ? { count: rows.length, hasMore: true } : { count: place, hasMore: false };
}

/** The status is there before its text, so that it is announced. */
function NewRows({ waiting: { count, hasMore }, show }: { waiting: Waiting; show: () => void }) {
  const t = useTranslations("ui.newRows");
  return (
    <div role="status" className="fixed top-17 left-1/2 z-20 -translate-x-1/2 lg:top-4">
      {count > 0 ? (
        <button
          type="button"
          onClick={show}
          className="float-in flex h-8 items-center gap-1.5 rounded-full bg-accent-solid px-3.5 text-dense font-medium text-white shadow-float hover:bg-accent-solid-hover"
        >
          <ArrowUp aria-hidden className="size-4" />
          {t(hasMore ? "more" : "count", { count })}
        </button>
      ) : null}
    </div>
  );
}

async function readPulse(path: string, signal: AbortSignal): Promise<Pulse | null> {
  try {
    const answer = await fetch(path, { signal, cache: "no-store" });
    const { fingerprint, isMoving, rows } = (await answer.json()) as Partial<Record<keyof Pulse, unknown>>;
    if (!answer.ok || typeof fingerprint !== "string" || typeof isMoving !== "boolean") return null;
    return { fingerprint, isMoving, rows: Array.isArray(rows) ? rows.filter((row) => typeof row === "string") : [] };
  } catch {
    return null;
  }
}
