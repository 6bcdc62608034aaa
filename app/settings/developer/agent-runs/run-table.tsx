import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import type { ListedRun } from "@/lib/connectors/run-store";
import { RunRow } from "./run-row";

const HEAD = "h-9 px-3 text-left text-xs font-medium text-ink-3 first:pl-4";

export function RunTable({ runs, now }: { runs: readonly ListedRun[]; now: string }) {
  const t = useTranslations("agentRuns.columns");
  return (
    <div className="card overflow-hidden">
      <table className="w-full table-fixed text-dense">
        <caption className="sr-only">{t("caption")}</caption>
        <thead className="border-b border-line bg-muted/60">
          <tr>
            <th scope="col" className={HEAD}>
              {t("run")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-40 md:table-cell")}>
              {t("room")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-36 lg:table-cell")}>
              {t("effect")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-20 text-right sm:table-cell")}>
              {t("units")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "hidden w-24 text-right lg:table-cell")}>
              {t("duration")}
            </th>
            <th scope="col" className={mergeClasses(HEAD, "w-32 sm:w-36")}>
              {t("state")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {runs.map((run) => (
            <RunRow key={run.id} run={run} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
