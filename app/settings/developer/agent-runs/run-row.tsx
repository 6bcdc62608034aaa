import Link from "next/link";
import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { Time } from "@/app/_ui/time";
import type { ListedRun } from "@/lib/agent-runs/queries";
import { runPath } from "../connectors/paths";
import { CancelForm } from "./cancel-form";
import { Duration } from "./duration";
import { RunStatus } from "./run-status";

const CELL = "px-3 py-3 align-top first:pl-4";

export function RunRow({ run, now }: { run: ListedRun; now: string }) {
  const t = useTranslations("agentRuns");
  const running = run.steps.find(({ state }) => state === "running");
  const done = run.steps.filter(({ state }) => state !== "pending" && state !== "running").length;
  const isOpen = run.state === "queued" || run.state === "running";
  return (
    <tr className="transition-colors hover:bg-muted/50">
      <th scope="row" className={mergeClasses(CELL, "text-left font-normal")}>
        <Link href={runPath(run.id)} className="font-medium text-ink underline-offset-4 hover:underline">
          {t(`actions.${run.action}`)}
          {run.dryRun ? <span className="font-normal text-ink-3"> {t("dryRunMark")}</span> : null}
        </Link>
        <span className="mt-0.5 block truncate text-xs text-ink-3">
          {run.connectorName}
          {run.requestedByName ? ` · ${run.requestedByName}` : ""}
        </span>
        <span className="block text-xs text-ink-3">
          <Time value={run.createdAt} style="relative" now={now} />
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
        {isOpen ? (
          <span className="mt-1.5 grid gap-1.5 text-xs text-ink-2">
            {run.steps.length > 0 && run.state === "running" ? (
              <span>
                {t("progress", { done: Math.min(done + (running ? 1 : 0), run.steps.length), all: run.steps.length })}
              </span>
            ) : null}
            <CancelForm
              run={run}
              size="small"
              returnTo="list"
              label={t("cancelOf", { action: t(`actions.${run.action}`) })}
            />
          </span>
        ) : null}
      </td>
    </tr>
  );
}
