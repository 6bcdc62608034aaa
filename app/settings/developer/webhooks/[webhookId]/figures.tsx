import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { AttemptStats, SuccessSummary } from "@/lib/webhooks/stats-query";
import { SuccessShare } from "../sparkline";

/** The last 24 hours in four numbers. */
export function Figures({ success, stats }: { success: SuccessSummary; stats: AttemptStats }) {
  const t = useTranslations("webhooks.figures");
  const format = useFormatter();
  const formatMs = (ms: number | null) => (ms === null ? "–" : t("ms", { ms: format.number(ms) }));
  return (
    <dl className="card grid grid-cols-2 divide-line max-sm:[&>*:nth-child(n+3)]:border-t sm:grid-cols-4 sm:divide-x">
      <Figure name={t("success")} note={t("finished", { count: success.succeeded + success.failed })}>
        <SuccessShare success={success} none="–" />
      </Figure>
      <Figure name={t("attempts")} note={t("attemptsNote")}>
        {format.number(stats.attempts)}
      </Figure>
      <Figure name={t("p50")} note={t("p50Note")}>
        {formatMs(stats.p50Ms)}
      </Figure>
      <Figure name={t("p99")} note={t("p99Note")}>
        {formatMs(stats.p99Ms)}
      </Figure>
    </dl>
  );
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="border-line px-4 py-3.5 sm:px-5">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd>
        <span className="block text-lg font-semibold">{children}</span>
        <span className="block text-xs text-ink-3">{note}</span>
      </dd>
    </div>
  );
}
