import { useFormatter, useTranslations } from "next-intl";
import { DIAGNOSES } from "@/lib/webhooks/diagnosis";
import type { AttemptStats } from "@/lib/webhooks/stats-query";

/** A table whose last column draws its number: chart and table are one. */
export function OutcomeChart({ outcomes }: { outcomes: AttemptStats["byOutcome"] }) {
  const t = useTranslations("webhooks.charts");
  const format = useFormatter();
  const total = outcomes.reduce((sum, { attempts }) => sum + attempts, 0);
  return (
    <section aria-labelledby="by-outcome" className="card min-w-0">
      <h2 id="by-outcome" className="border-b border-line px-5 py-3 font-semibold">
        {t("byOutcome")}
      </h2>
      {total === 0 ? (
        <p className="p-5 text-dense text-ink-3">{t("nothing")}</p>
      ) : (
        <table className="m-5 w-[calc(100%-2.5rem)] table-fixed text-dense">
          <caption className="sr-only">{t("byOutcome")}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t("outcome")}</th>
              <th scope="col">{t("attempts")}</th>
              <th scope="col">{t("share")}</th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map(({ outcome, attempts }) => (
              <tr key={outcome}>
                <th scope="row" className="py-1 text-left font-normal">
                  <OutcomeName outcome={outcome} />
                </th>
                <td className="w-14 py-1 pr-3 text-right">{format.number(attempts)}</td>
                <td className="w-2/5 py-1">
                  <Bar share={attempts / total} isGood={outcome === "2xx"} />
                  <span className="sr-only">{format.number(attempts / total, { style: "percent" })}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function OutcomeName({ outcome }: { outcome: string }) {
  const t = useTranslations("deliveries.diagnosis");
  const diagnosis = DIAGNOSES.find((name) => name === outcome);
  if (diagnosis) return t(`${diagnosis}.title`);
  return <span className="font-mono">{outcome}</span>;
}

function Bar({ share, isGood }: { share: number; isGood: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none" className="h-2 w-full rounded-full bg-muted">
      <rect width={Math.max(1, share * 100)} height="6" className={isGood ? "fill-good" : "fill-bad-solid"} />
    </svg>
  );
}
