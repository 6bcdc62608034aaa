import { useTranslations } from "next-intl";
import { DataTable } from "@/app/_ui/data-table";
import type { ListedRun } from "@/lib/agent-runs/queries";
import { RunRow } from "./run-row";

export function RunTable({ runs, now }: { runs: readonly ListedRun[]; now: string }) {
  const t = useTranslations("agentRuns.columns");
  const columns = [
    { name: t("run") },
    { name: t("room"), className: "hidden w-40 md:table-cell" },
    { name: t("effect"), className: "hidden w-36 lg:table-cell" },
    { name: t("units"), className: "hidden w-20 text-right sm:table-cell" },
    { name: t("duration"), className: "hidden w-24 text-right lg:table-cell" },
    { name: t("state"), className: "w-32 sm:w-36" },
  ];
  return (
    <DataTable caption={t("caption")} columns={columns}>
      {runs.map((run) => (
        <RunRow key={run.id} run={run} now={now} />
      ))}
    </DataTable>
  );
}
