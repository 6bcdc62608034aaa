import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { healthPath } from "@/app/_links";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { LOAD_SPANS, type LoadSlot, type LoadSpan } from "@/lib/admin/health/read-load";
import { type LoadBar, LoadChart } from "./load-chart";

interface LoadSectionProps {
  /** null: they could not be read. */
  slots: readonly LoadSlot[] | null;
  span: LoadSpan;
}

export async function LoadSection({ slots, span }: LoadSectionProps) {
  const t = await getTranslations("health.load");
  return (
    <Section id="load" title={t("title")} aside={<SpanLinks current={span} />}>
      {slots === null ? (
        <Notice tone="warn">{t("unread")}</Notice>
      ) : (
        <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2">
          <RateChart slots={slots} />
          <ErrorChart slots={slots} />
          <QueueChart slots={slots} />
          <DurationChart slots={slots} />
        </div>
      )}
    </Section>
  );
}

function SpanLinks({ current }: { current: LoadSpan }) {
  const [t, spans] = [useTranslations("health.load"), useTranslations("usage.filters.spans")];
  return (
    <nav aria-label={t("choose")}>
      <ul className="flex gap-1 text-dense">
        {LOAD_SPANS.map((span) => (
          <li key={span}>
            <Link
              href={`${healthPath({ since: span })}#load`}
              prefetch={false}
              aria-current={span === current ? "true" : undefined}
              className="flex min-h-8 items-center rounded-control px-2.5 text-ink-2 hover:text-ink aria-[current=true]:bg-muted aria-[current=true]:font-medium aria-[current=true]:text-ink"
            >
              {spans(span)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ChartProps {
  slots: readonly LoadSlot[];
}

function RateChart({ slots }: ChartProps) {
  const t = useTranslations("health.load");
  const format = useFormatter();
  const write = (rate: number) => format.number(rate, { maximumSignificantDigits: 3 });
  const rates = slots.map(({ load, seconds }) => (load === null ? 0 : load.requests / seconds));
  return (
    <Chart
      title={t("rate")}
      summary={t("highestRate", { rate: write(Math.max(...rates)) })}
      columns={[t("perSecond")]}
      // Bars have whole numbers, and rates may be far below one.
      bars={makeBars(slots, (_, index) => ({
        parts: { amount: (rates[index] ?? 0) * 1_000 },
        cells: [write(rates[index] ?? 0)],
      }))}
    />
  );
}

function ErrorChart({ slots }: ChartProps) {
  const t = useTranslations("health.load");
  const format = useFormatter();
  const sum = (name: "failed" | "limited") => slots.reduce((total, { load }) => total + (load?.[name] ?? 0), 0);
  return (
    <Chart
      title={t("errors")}
      summary={t("errorSums", { failed: sum("failed"), limited: sum("limited") })}
      columns={["5xx", "429"]}
      legend={[
        { part: "failed", name: t("failed") },
        { part: "refused", name: t("limited") },
      ]}
      bars={makeBars(slots, ({ failed, limited }) => ({
        parts: { refused: limited, failed },
        cells: [format.number(failed), format.number(limited)],
      }))}
    />
  );
}

function QueueChart({ slots }: ChartProps) {
  const t = useTranslations("health.load");
  const format = useFormatter();
  const write = (seconds: number) =>
    seconds < 120
      ? format.number(seconds, { style: "unit", unit: "second" })
      : format.number(seconds / 60, { style: "unit", unit: "minute", maximumFractionDigits: 0 });
  return (
    <Chart
      title={t("queue")}
      summary={t("longest", { wait: write(Math.max(...slots.map(({ load }) => load?.oldestDueSeconds ?? 0))) })}
      columns={[t("wait")]}
      bars={makeBars(slots, ({ oldestDueSeconds }) =>
        oldestDueSeconds === null ? null : { parts: { amount: oldestDueSeconds }, cells: [write(oldestDueSeconds)] },
      )}
    />
  );
}

function DurationChart({ slots }: ChartProps) {
  const t = useTranslations("health.load");
  const format = useFormatter();
  const write = (ms: number) => format.number(ms, { style: "unit", unit: "millisecond", maximumSignificantDigits: 2 });
  return (
    <Chart
      title={t("p99")}
      summary={t("highest", { duration: write(Math.max(...slots.map(({ load }) => load?.p99Ms ?? 0))) })}
      columns={["p99"]}
      bars={makeBars(slots, ({ p99Ms }) => ({
        parts: { amount: p99Ms ?? 0 },
        cells: [p99Ms === null ? "–" : write(p99Ms)],
      }))}
    />
  );
}

type Recorded = NonNullable<LoadSlot["load"]>;
type Drawn = Pick<LoadBar, "parts" | "cells">;

function makeBars(slots: ChartProps["slots"], draw: (load: Recorded, index: number) => Drawn | null): LoadBar[] {
  return slots.map(({ at, load }, index) => {
    const drawn = load === null ? null : draw(load, index);
    return { at: at.toISOString(), ...(drawn ?? { parts: {}, cells: [] }) };
  });
}

interface ChartTexts {
  title: string;
  summary: string;
  columns: readonly string[];
  legend?: Parameters<typeof LoadChart>[0]["legend"];
  bars: readonly LoadBar[];
}

function Chart({ legend = [], ...chart }: ChartTexts) {
  const [t, charts] = [useTranslations("health.load"), useTranslations("usage.charts")];
  const isRecorded = chart.bars.some(({ cells }) => cells.length > 0);
  const hasFigures = chart.bars.some(({ parts }) => Object.values(parts).some((count) => count > 0));
  return (
    <div className="min-w-0">
      <h3 className="text-dense font-medium">{chart.title}</h3>
      {hasFigures ? (
        <>
          <p className="mb-2 text-xs text-ink-3">{chart.summary}</p>
          <LoadChart
            {...chart}
            legend={legend}
            texts={{
              time: t("time"),
              now: charts("now"),
              asTable: charts("asTable"),
              unrecorded: t("unrecorded"),
            }}
          />
        </>
      ) : (
        <p className="text-dense text-ink-3">{isRecorded ? charts("nothing") : t("unrecorded")}</p>
      )}
    </div>
  );
}
