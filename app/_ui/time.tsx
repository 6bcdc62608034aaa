"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Tooltip } from "./tooltip";
import { useIsBrowser } from "./use-is-browser";

type TimeProps = { /** ISO 8601 */ value: string } & (
  | { style?: "date" | "time" | "dateTime" }
  /** The server's clock at render time; the browser's may differ. */
  | { style: "relative"; now: string }
);

/** In UTC on the server, in the reader's zone in the browser. Hover shows local, UTC and Unix time. */
export function Time({ value, ...props }: TimeProps) {
  const format = useFormatter();
  const isBrowser = useIsBrowser();
  const date = new Date(value);
  const zone = isBrowser ? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } : { timeZone: "UTC" };
  const text =
    props.style === "relative"
      ? format.relativeTime(date, new Date(props.now))
      : props.style === "date"
        ? format.dateTime(date, { dateStyle: "medium", ...zone })
        : props.style === "time"
          ? `${format.dateTime(date, { timeStyle: "short", ...zone })}${isBrowser ? "" : " UTC"}`
          : `${format.dateTime(date, { dateStyle: "medium", timeStyle: "short", ...zone })}${isBrowser ? "" : " UTC"}`;
  return (
    <Tooltip content={<Readings date={date} />}>
      <time
        dateTime={value}
        className="whitespace-nowrap decoration-line-strong decoration-dotted underline-offset-4 hover:underline"
      >
        {text}
      </time>
    </Tooltip>
  );
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
