"use client";

import { useFormatter } from "next-intl";
import { useZone } from "@/app/_ui/shown/zone";
import { ChartTable } from "@/app/settings/developer/_charts/chart-table";
import { type Bar, type Part, StackedBars } from "@/app/settings/developer/_charts/stacked-bars";

export interface LoadBar {
  /** ISO 8601 */
  at: string;
  parts: Bar["parts"];
  /** The figures in words, one for each column; none: nothing was recorded. */
  cells: readonly string[];
}

interface LoadChartProps {
  title: string;
  /** Says the same as the bars. */
  summary: string;
  bars: readonly LoadBar[];
  columns: readonly string[];
  legend: readonly { part: "failed" | "refused"; name: string }[];
  texts: { time: string; now: string; asTable: string; unrecorded: string };
}

const HEIGHT = 96;
const COLORS = { refused: "bg-warn-solid", failed: "bg-bad-solid" } as const satisfies Partial<Record<Part, string>>;

export function LoadChart({ title, summary, bars, columns, legend, texts }: LoadChartProps) {
  const format = useFormatter();
  const zone = useZone();
  const nameTime = (at: string) => {
    const text = format.dateTime(new Date(at), {
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: zone ?? "UTC",
    });
    return zone === null ? `${text} UTC` : text;
  };
  const writeCells = (cells: readonly string[]) =>
    columns.map((column, index) => `${column} ${cells[index]}`).join(", ");
  return (
    <>
      <StackedBars
        bars={bars.map(({ at, parts, cells }) => ({
          key: at,
          title: `${nameTime(at)}: ${cells.length === 0 ? texts.unrecorded : writeCells(cells)}`,
          parts,
          isGap: cells.length === 0,
        }))}
        label={`${title}: ${summary}`}
        height={HEIGHT}
        className="h-24 w-full"
      />
      <p className="mt-2 flex justify-between text-xs text-ink-3">
        <span>{bars[0] ? nameTime(bars[0].at) : ""}</span>
        <span>{texts.now}</span>
      </p>
      {legend.length === 0 ? null : (
        <p aria-hidden className="mt-2 flex flex-wrap gap-x-4 text-xs text-ink-2">
          {legend.map(({ part, name }) => (
            <span key={part} className="flex items-center gap-1.5">
              <span className={`size-2.5 rounded-sm ${COLORS[part]}`} />
              {name}
            </span>
          ))}
        </p>
      )}
      <ChartTable
        label={texts.asTable}
        caption={title}
        columns={[texts.time, ...columns]}
        rows={bars
          .filter(({ parts }) => Object.values(parts).some((count) => count > 0))
          .toReversed()
          .map(({ at, cells }) => ({ key: at, head: nameTime(at), cells }))}
      />
    </>
  );
}
