"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { joinClasses } from "../controls/join-classes";
import { useLoaded } from "../controls/use-loaded";
import { useZone } from "./zone";

const FORMATS = {
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
  dateTime: { dateStyle: "medium", timeStyle: "short" },
  precise: { dateStyle: "medium", timeStyle: "medium" },
} as const;

const loadTooltip = async () => (await import("../controls/tooltip")).Tooltip;

type TimeProps = { /** ISO 8601 */ value: string; className?: string } & (
  | { style?: keyof typeof FORMATS }
  /** The server's clock at render time; the browser's may differ. */
  | { style: "relative"; now: string }
);

export function Time({ value, className, ...props }: TimeProps) {
  const format = useFormatter();
  const zone = useZone();
  const date = new Date(value);
  const showAt = (style: keyof typeof FORMATS) => {
    const text = format.dateTime(date, { ...FORMATS[style], timeZone: zone ?? "UTC" });
    return zone !== null || style === "date" ? text : `${text} UTC`;
  };
  const drawn = props.style === "relative" ? props.now : null;
  const drawnMs = drawn === null ? 0 : Date.parse(drawn);
  const elapsedMs = useElapsedMs(drawn, drawnMs - date.getTime());
  const text =
    props.style === "relative"
      ? format.relativeTime(date, skipSeconds(date, drawnMs + elapsedMs))
      : showAt(props.style ?? "dateTime");
  const [Tooltip, want] = useLoaded(loadTooltip);
  const time = (
    <time
      dateTime={value}
      onPointerEnter={() => void want()}
      className={joinClasses(
        "whitespace-nowrap decoration-line-strong decoration-dotted underline-offset-4 hover:underline",
        className,
      )}
    >
      {text}
    </time>
  );
  return Tooltip ? <Tooltip content={<Readings date={date} />}>{time}</Tooltip> : time;
}

function Readings({ date }: { date: Date }) {
  const t = useTranslations("ui.time");
  const locale = useLocale();
  const local = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long" }).format(date);
  const rows = [
    [t("local"), local],
    [t("utc"), date.toISOString()],
    [t("unix"), String(Math.floor(date.getTime() / 1000))],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
      {rows.map(([label, reading]) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="font-mono text-ink">{reading}</dd>
        </div>
      ))}
    </dl>
  );
}

const MINUTE_MS = 60_000;

/** Seconds would change the width of the text at each tick: within its first minute an instant is "now". */
function skipSeconds(date: Date, nowMs: number): Date {
  const ageMs = nowMs - date.getTime();
  return ageMs >= 0 && ageMs < MINUTE_MS ? date : new Date(nowMs);
}

const TICK_MS = 10_000;
const WATCHED_MS = 24 * 60 * 60_000;

/**
 * Milliseconds since `drawn`, an instant of the server's clock, reached the browser: 0 at first, then in steps. The
 * browser's clock may be wrong, but it counts evenly.
 */
function useElapsedMs(drawn: string | null, ageMs: number): number {
  const [elapsed, setElapsed] = useState({ since: drawn, ms: 0 });
  const isWatched = drawn !== null && ageMs < WATCHED_MS;
  useEffect(() => {
    if (!isWatched) return;
    const startedAt = performance.now();
    const timer = setInterval(() => setElapsed({ since: drawn, ms: performance.now() - startedAt }), TICK_MS);
    return () => clearInterval(timer);
  }, [drawn, isWatched]);
  return elapsed.since === drawn ? elapsed.ms : 0;
}
