import { CircleX, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_ui/button";
import { Notice } from "@/app/_ui/notice";
import { Panel } from "@/app/_ui/panel";
import { Time } from "@/app/_ui/time";
import type { Proposal, RunDetail } from "@/lib/connectors/run";
import { pathOf } from "../../connectors/paths";
import { placeOf } from "../paths";
import { useReason } from "../use-reason";

/** Why it did not succeed, or what came of it. */
export function RunOutcome({ run }: { run: RunDetail }) {
  const t = useTranslations("agentRuns.outcome");
  const { result, reason } = run;
  return (
    <>
      {reason ? <Reason reason={reason} /> : null}
      {result?.kind === "summary" || result?.kind === "reply" ? (
        <Panel id="result" title={t(result.kind)}>
          <p className="break-words whitespace-pre-wrap">{result.text}</p>
        </Panel>
      ) : null}
      {result?.kind === "connection" ? <Notice tone="good">{t("connection", { count: result.models })}</Notice> : null}
      {result?.kind === "proposals" ? (
        <Proposals run={run} proposals={result.proposals} leftOut={result.leftOut} />
      ) : null}
    </>
  );
}

function Reason({ reason: { code, message } }: { reason: NonNullable<RunDetail["reason"]> }) {
  const words = useReason()(code);
  return (
    <section className="flex gap-2.5 rounded-control border border-bad/35 bg-bad-soft p-3 text-dense text-bad">
      <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {words ? <p className="font-medium text-pretty">{words}</p> : null}
        <p lang="en" className="break-words">
          {message}
        </p>
        <p className="font-mono text-xs">{code}</p>
      </div>
    </section>
  );
}

interface ProposalsProps {
  run: RunDetail;
  proposals: readonly Proposal[];
  leftOut: number;
}

/** As a diff: what a dry run would add, or what was added and where it is now. */
function Proposals({ run, proposals, leftOut }: ProposalsProps) {
  const t = useTranslations("agentRuns.outcome");
  const tasks = run.written.filter(({ type }) => type === "task");
  return (
    <Panel id="result" title={t(run.dryRun ? "wouldAdd" : "added", { count: proposals.length })}>
      {run.dryRun ? <p className="mb-3 text-dense text-ink-2 text-pretty">{t("dryRunText")}</p> : null}
      {proposals.length === 0 ? <p className="text-ink-2">{t("noProposals")}</p> : null}
      <ol className="divide-y divide-line rounded-control border border-line text-dense empty:hidden">
        {proposals.map((proposal, n) => {
          const task = tasks[n];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: proposals have no ids, and their order never changes
            <li key={n} className="flex gap-2.5 bg-good-soft/50 px-3 py-2.5">
              <Plus role="img" aria-label={t("addition")} className="mt-0.5 size-4 shrink-0 text-good" />
              <span className="min-w-0">
                <span className="block font-medium break-words">
                  {task && run.roomId ? (
                    <Link href={placeOf(run.roomId, task.id)} className="underline underline-offset-4">
                      {proposal.title}
                    </Link>
                  ) : (
                    proposal.title
                  )}
                </span>
                {proposal.description ? (
                  <span className="block break-words whitespace-pre-wrap text-ink-2">{proposal.description}</span>
                ) : null}
                {proposal.dueDate ? (
                  <span className="block text-xs text-ink-2">
                    {t("due")} <Time value={proposal.dueDate} style="date" />
                  </span>
                ) : null}
              </span>
            </li>
          );
        })}
      </ol>
      {run.dryRun && run.mayManage && run.recordId && proposals.length > 0 ? (
        <LinkButton
          href={pathOf(
            run.connectorId,
            `/try?action=generate-tasks&record=${encodeURIComponent(run.recordId)}&write=1`,
          )}
          className="mt-4"
        >
          {t("runForReal")}
        </LinkButton>
      ) : null}
      {leftOut > 0 ? <p className="mt-3 text-dense text-ink-2">{t("leftOut", { count: leftOut })}</p> : null}
    </Panel>
  );
}
