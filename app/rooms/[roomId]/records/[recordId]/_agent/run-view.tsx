import { Ban, ListPlus, Plus, TextQuote } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { pathOfRoom, runPath } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Notice } from "@/app/_ui/page/notice";
import { CopyButton } from "@/app/_ui/shown/copy-button";
import { Time } from "@/app/_ui/shown/time";
import { RunWatch } from "@/app/settings/developer/agent-runs/run-controls";
import { RunStatus, useReason } from "@/app/settings/developer/agent-runs/run-steps";
import type { RunDetail } from "@/lib/agents/runs/queries";
import { isOver, type Proposal } from "@/lib/agents/runs/run";
import { RecordText } from "../../_text/record-text";
import type { OpenedRecord } from "../../open-record";
import { accept, append, stop } from "./actions";

type RunFormProps = Required<Pick<ComponentProps<typeof PlainForm>, "action" | "hidden">> &
  Pick<ComponentProps<typeof SubmitButton>, "look" | "icon" | "children">;

/** One button, with the reason if its action was refused. */
function RunForm({ action, hidden, ...button }: RunFormProps) {
  const t = useTranslations("roomRecords");
  return (
    <PlainForm
      action={action}
      failed={t("refused")}
      hidden={hidden}
      className="grid grid-cols-1 justify-items-start gap-3"
    >
      <SubmitButton size="small" {...button} />
    </PlainForm>
  );
}

/** One run: its state, why it failed, or what to do with its result. */
export function RunView({ opened, run }: { opened: OpenedRecord; run: RunDetail }) {
  const t = useTranslations("roomRecords.agent");
  const forms = useTranslations("agentRunForms");
  const explain = useReason();
  const { userId, roomId, record, actions } = opened;
  const place = { roomId, recordId: record.id, runId: run.id };
  const { result, reason } = run;
  return (
    <section aria-labelledby="agent-run" className="grid grid-cols-1 gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="agent-run" className="text-dense font-medium">
          {t(run.action === "generate-tasks" ? "proposals" : "summary")}
        </h3>
        <RunStatus state={run.state} />
      </div>
      <RunWatch run={run} />
      {isOver(run.state) ? null : (
        <RunForm action={stop} hidden={place} look="plain" icon={<Ban aria-hidden />}>
          {forms("cancelRun")}
        </RunForm>
      )}
      {reason ? <Notice tone="warn">{explain(reason.code) ?? reason.message}</Notice> : null}
      {result?.kind === "summary" ? (
        <>
          <div className="rounded-control border border-line bg-muted p-3 text-dense">
            <RecordText text={result.text} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <CopyButton text={result.text} label={t("summary")} look="plain" showsLabel />
            {actions.includes("edit") ? (
              <RunForm
                action={append}
                hidden={{ ...place, heading: t("summary") }}
                look="plain"
                icon={<TextQuote aria-hidden />}
              >
                {t("append")}
              </RunForm>
            ) : null}
          </div>
        </>
      ) : null}
      {result?.kind === "proposals" ? (
        <Proposals place={place} run={run} isMine={run.requestedById === userId} proposals={result.proposals} />
      ) : null}
      <p className="text-xs text-ink-3">
        <Link href={runPath(run.id)} className="underline underline-offset-4">
          {t("details")}
        </Link>
      </p>
    </section>
  );
}

interface ProposalsProps {
  place: { roomId: string; recordId: string; runId: string };
  run: RunDetail;
  isMine: boolean;
  proposals: readonly Proposal[];
}

function Proposals({ place, run, isMine, proposals }: ProposalsProps) {
  const t = useTranslations("roomRecords.agent");
  const fields = useTranslations("roomTasks.fields");
  if (proposals.length === 0) return <p className="text-dense text-ink-2">{t("noProposals")}</p>;
  return (
    <>
      <ol className="divide-y divide-line rounded-control border border-line text-dense">
        {proposals.map(({ title, description, dueDate, assignee }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: proposals have no ids, and their order never changes
          <li key={n} className="flex gap-2 px-3 py-2">
            <Plus aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            <div className="min-w-0">
              <p className="font-medium">{title}</p>
              {description === null ? null : <p className="whitespace-pre-wrap text-ink-2">{description}</p>}
              {assignee ? <p className="text-xs text-ink-2">{`${fields("assigneeId")}: ${assignee.name}`}</p> : null}
              {dueDate === null ? null : (
                <p className="text-xs text-ink-2">
                  {t("due")} <Time value={dueDate} style="date" />
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      {run.written.length === proposals.length ? (
        <DoneNotice>
          {t("accepted", { count: run.written.length })}{" "}
          <Link href={pathOfRoom(place.roomId, "tasks")} className="underline underline-offset-4">
            {t("toTasks")}
          </Link>
        </DoneNotice>
      ) : null}
      {run.written.length < proposals.length && isMine ? (
        <RunForm action={accept} hidden={place} icon={<ListPlus aria-hidden />}>
          {t("accept", { count: proposals.length - run.written.length })}
        </RunForm>
      ) : null}
    </>
  );
}
