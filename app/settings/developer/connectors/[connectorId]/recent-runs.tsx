import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ListedRun } from "@/lib/agent-runs/queries";
import { RunTable } from "../../agent-runs/run-table";
import { RUNS_PATH } from "../paths";

interface RecentRunsProps {
  connectorId: string;
  runs: readonly ListedRun[];
  now: string;
}

export function RecentRuns({ connectorId, runs, now }: RecentRunsProps) {
  const t = useTranslations("connectors.runs");
  return (
    <section aria-labelledby="recent-runs" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recent-runs" className="font-semibold">
          {t("title")}
        </h2>
        {runs.length > 0 ? (
          <Link href={`${RUNS_PATH}?connector=${connectorId}`} className="text-dense underline underline-offset-4">
            {t("all")}
          </Link>
        ) : null}
      </div>
      {runs.length > 0 ? <RunTable runs={runs} now={now} /> : <p className="card p-5 text-ink-2">{t("none")}</p>}
    </section>
  );
}
