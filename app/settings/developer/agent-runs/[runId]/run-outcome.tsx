import { Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { Time } from "@/app/_ui/shown/time";
import type { RunDetail } from "@/lib/agents/runs/queries";
import type { Proposal, RunResult } from "@/lib/agents/runs/run";
import { addProposal } from "../actions";
import { placeOf } from "../run-facts";
import { RunReason } from "../run-steps";

export function RunOutcome({ run, userId }: { run: RunDetail; userId: string }) {
  const t = useTranslations("agentRuns.outcome");
  const { result, reason } = run;
  return (
    <>
      {reason ? <RunReason reason={reason} /> : null}
      {result?.kind === "summary" || result?.kind === "reply" ? (
        <Section id="result" title={t(result.kind)}>
          <p className="whitespace-pre-wrap">{result.text}</p>
        </Section>
      ) : null}
      {result?.kind === "connection" ? <Notice tone="good">{t("connection", { count: result.models })}</Notice> : null}
      {result?.kind === "proposals" ? (
        <Proposals run={run} result={result} isOwn={run.requestedById === userId} />
      ) : null}
    </>
  );
}

interface ProposalsProps {
  run: RunDetail;
  result: Extract<RunResult, { kind: "proposals" }>;
  isOwn: boolean;
}

/** A diff: tasks that a dry run would add, or the added tasks with links to them. */
function Proposals({ run, result: { proposals, leftOut }, isOwn }: ProposalsProps) {
  const t = useTranslations("agentRuns.outcome");
  const tasks = new Map(run.written.map(({ type, id, proposal }) => [type === "task" ? proposal : null, id]));
  const shown = proposals.map((proposal, n) => ({ n, proposal, taskId: tasks.get(n) ?? null }));
  return (
    <Section id="result" title={t(run.dryRun ? "wouldAdd" : "added", { count: proposals.length })}>
      {run.dryRun ? (
        <p className="mb-3 text-dense text-ink-2 text-pretty">{t(isOwn ? "dryRunOwn" : "dryRunText")}</p>
      ) : null}
      {proposals.length === 0 ? <p className="text-ink-2">{t("noProposals")}</p> : null}
      <ol className="divide-y divide-line rounded-control border border-line text-dense empty:hidden">
        {shown.map(({ n, proposal, taskId }) => (
          <li
            key={n}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 bg-good-soft/50 px-3 py-2.5"
          >
            <ProposalText proposal={proposal} roomId={run.roomId} taskId={taskId} />
            {run.dryRun && isOwn && taskId === null ? (
              <ProposalForm runId={run.id} index={n} title={proposal.title} />
            ) : null}
          </li>
        ))}
      </ol>
      {leftOut > 0 ? <p className="mt-3 text-dense text-ink-2">{t("leftOut", { count: leftOut })}</p> : null}
    </Section>
  );
}

interface ProposalTextProps {
  proposal: Proposal;
  roomId: string | null;
  taskId: string | null;
}

function ProposalText({ proposal: { title, description, dueDate, assignee }, roomId, taskId }: ProposalTextProps) {
  const t = useTranslations("agentRuns.outcome");
  const fields = useTranslations("roomTasks.fields");
  return (
    <span className="flex min-w-0 flex-1 basis-52 gap-2.5">
      <Plus role="img" aria-label={t("addition")} className="mt-0.5 size-4 shrink-0 text-good" />
      <span className="min-w-0">
        <span className="block font-medium">
          {taskId !== null && roomId !== null ? (
            <Link href={placeOf(roomId, taskId)} className="underline underline-offset-4">
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
        {description ? <span className="block whitespace-pre-wrap text-ink-2">{description}</span> : null}
        {assignee ? (
          <span className="block text-xs text-ink-2">{`${fields("assigneeId")}: ${assignee.name}`}</span>
        ) : null}
        {dueDate ? (
          <span className="block text-xs text-ink-2">
            {t("due")} <Time value={dueDate} style="date" />
          </span>
        ) : null}
      </span>
    </span>
  );
}

function ProposalForm({ runId, index, title }: { runId: string; index: number; title: string }) {
  const t = useTranslations("agentRunForms");
  return (
    <PlainForm action={addProposal} failed={t("notAdded")} hidden={{ runId, index }} className="grid max-w-56 gap-2">
      <SubmitButton look="plain" size="small" icon={<Plus aria-hidden />} aria-label={t("addTaskOf", { title })}>
        {t("addTask")}
      </SubmitButton>
    </PlainForm>
  );
}
