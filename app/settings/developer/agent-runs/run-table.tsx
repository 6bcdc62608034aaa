import Link from "next/link";
import { useTranslations } from "next-intl";
import { Ago } from "@/app/_ui/ago";
import { DataTable } from "@/app/_ui/data-table";
import { mergeClasses } from "@/app/_ui/merge-classes";
import type { ListedRun, RunSummary } from "@/lib/agent-runs/queries";
import { isOver } from "@/lib/agent-runs/run";
import { runPath } from "../connectors/paths";
import { CancelForm } from "./cancel-form";
import { RunStatus } from "./run-status";

export function RunTable({ runs }: { runs: readonly ListedRun[] }) {
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
        <RunRow key={run.id} run={run} />
      ))}
    </DataTable>
  );
}

const CELL = "px-3 py-3 align-top first:pl-4";

function RunRow({ run }: { run: ListedRun }) {
  const t = useTranslations("agentRuns");
  const action = t(`actions.${run.action}`);
  return (
    <tr className="transition-colors hover:bg-muted/50">
      <th scope="row" className={mergeClasses(CELL, "text-left font-normal")}>
        <Link href={runPath(run.id)} className="font-medium text-ink underline-offset-4 hover:underline">
          {action}
          {run.dryRun ? <span className="font-normal text-ink-3"> {t("dryRunMark")}</span> : null}
        </Link>
        <span className="mt-0.5 block truncate text-xs text-ink-3">
          {run.connectorName}
          {run.requestedByName ? ` · ${run.requestedByName}` : ""}
        </span>
        <span className="block text-xs text-ink-3">
          <Ago value={run.createdAt} />
        </span>
        {run.roomName === null ? null : (
          <span className="block truncate text-xs text-ink-3 md:hidden">{run.roomName}</span>
        )}
      </th>
      <td className={mergeClasses(CELL, "hidden md:table-cell")}>
        <span className="block truncate" title={run.roomName ?? undefined}>
          {run.roomName ?? <span className="text-ink-3">–</span>}
        </span>
      </td>
      <td className={mergeClasses(CELL, "hidden text-xs text-ink-2 lg:table-cell")}>
        <span className="block">{t("sentCount", { count: run.sentIds.length })}</span>
        <span className="block">{t("writtenCount", { count: run.written.length })}</span>
      </td>
      <td className={mergeClasses(CELL, "hidden text-right tabular-nums sm:table-cell")}>{run.unitsCharged}</td>
      <td className={mergeClasses(CELL, "hidden text-right lg:table-cell")}>
        <Duration run={run} />
      </td>
      <td className={CELL}>
        <RunStatus state={run.state} />
        {isOver(run.state) ? null : (
          <span className="mt-1.5 grid gap-1.5 text-xs text-ink-2">
            <Progress run={run} />
            <CancelForm run={run} size="small" returnTo="list" label={t("cancelOf", { action })} />
          </span>
        )}
      </td>
    </tr>
  );
}

/** The running step counts as done. */
function Progress({ run: { state, steps } }: { run: RunSummary }) {
  const t = useTranslations("agentRuns");
  if (state !== "running" || steps.length === 0) return null;
  return (
    <span>{t("progress", { done: steps.filter((step) => step.state !== "pending").length, all: steps.length })}</span>
  );
}

/** From its start to its end; nothing while it has not ended. */
export function Duration({ run }: { run: Pick<RunSummary, "startedAt" | "finishedAt"> }) {
  const t = useTranslations("agentRuns");
  if (run.startedAt === null || run.finishedAt === null) return <span className="text-ink-3">–</span>;
  const ms = Math.max(0, Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  return <span className="tabular-nums">{ms < 1_000 ? t("ms", { ms }) : t("seconds", { seconds: ms / 1_000 })}</span>;
}
