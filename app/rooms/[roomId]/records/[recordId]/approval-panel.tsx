import { Check, CircleCheck, CircleX, Hourglass, Send, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { PlainForm } from "@/app/_ui/form/action-form";
import { TextArea } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { Time } from "@/app/_ui/shown/time";
import type { ApprovalEntry } from "@/lib/records/queries";
import { checkAction } from "@/lib/records/rules";
import type { OpenedRecord } from "../open-record";
import { actOnApproval } from "./actions";

interface ApprovalPanelProps {
  opened: OpenedRecord;
  entries: readonly ApprovalEntry[];
}

export function ApprovalPanel({ opened: { roomId, record, state, actions }, entries }: ApprovalPanelProps) {
  const t = useTranslations("roomRecords.approval");
  const problems = useTranslations("problems");
  const form = { roomId, recordId: record.id, requestId: state.requestId };
  return (
    <Section id="approval" title={t("title")}>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-dense text-ink-2 text-pretty">{t(`states.${record.status}`)}</p>
        {actions.includes("request") ? <ApprovalForm kind="request" {...form} /> : null}
        {actions.includes("decide") ? <ApprovalForm kind="decide" {...form} /> : null}
        {checkAction("decide", state) === "own_request" ? <Notice>{problems("own_request")}</Notice> : null}
        {actions.includes("withdraw") ? <ApprovalForm kind="withdraw" {...form} /> : null}
        {entries.length > 0 ? (
          <section aria-labelledby="approval-history" className="border-t border-line pt-4">
            <h3 id="approval-history" className="text-dense font-medium">
              {t("history")}
            </h3>
            <ol className="mt-3 grid grid-cols-1 gap-4">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          </section>
        ) : null}
      </div>
    </Section>
  );
}

interface ApprovalFormProps {
  roomId: string;
  recordId: string;
  requestId: string | null;
  kind: keyof typeof BUTTONS;
}

const BUTTONS = {
  request: [["request", "primary", Send]],
  decide: [
    ["approve", "primary", Check],
    ["reject", "dangerPlain", X],
  ],
  withdraw: [["withdraw", "plain", Undo2]],
} as const;

function ApprovalForm({ roomId, recordId, requestId, kind }: ApprovalFormProps) {
  const t = useTranslations("roomRecords");
  return (
    <PlainForm
      action={actOnApproval}
      failed={t("refused")}
      hidden={{ roomId, recordId, requestId: requestId ?? "" }}
      className="grid grid-cols-1 gap-3"
    >
      {kind === "withdraw" ? null : (
        <TextArea
          name="comment"
          label={t(`approval.comment.${kind}`)}
          hint={t(`approval.commentHint.${kind}`)}
          rows={3}
          defaultValue=""
        />
      )}
      <div className="flex flex-wrap gap-2">
        {BUTTONS[kind].map(([action, look, Icon]) => (
          <SubmitButton key={action} look={look} name="action" value={action} icon={<Icon aria-hidden />}>
            {t(`approval.${action}`)}
          </SubmitButton>
        ))}
      </div>
    </PlainForm>
  );
}

const LOOKS = {
  REQUESTED: [Hourglass, "text-warn"],
  APPROVED: [CircleCheck, "text-good"],
  REJECTED: [CircleX, "text-bad"],
  WITHDRAWN: [Undo2, "text-ink-3"],
} as const;

function Entry({ entry }: { entry: ApprovalEntry }) {
  const t = useTranslations("roomRecords");
  const [Icon, tone] = LOOKS[entry.status];
  const tell = (status: keyof typeof LOOKS, name: string | null) =>
    t.rich(`approval.entries.${status}`, {
      name: name ?? t("nobody"),
      strong: (words) => <strong className="font-medium">{words}</strong>,
    });
  return (
    <li className="flex gap-2.5 text-dense">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="grid min-w-0 grid-cols-1 gap-2">
        {entry.decidedAt === null ? null : (
          <div>
            <p>{tell(entry.status, entry.decidedByName)}</p>
            <Said at={entry.decidedAt} comment={entry.decisionComment} />
          </div>
        )}
        <div>
          <p>
            {tell("REQUESTED", entry.requestedByName)}
            {entry.version === null ? null : ` ${t("approval.forVersion", { version: entry.version })}`}
          </p>
          <Said at={entry.createdAt} comment={entry.comment} />
        </div>
      </div>
    </li>
  );
}

function Said({ at, comment }: { at: Date; comment: string | null }) {
  return (
    <>
      <p className="text-xs text-ink-3">
        <Time value={at.toISOString()} />
      </p>
      {comment === null ? null : (
        <blockquote className="mt-1 border-s-2 border-line-strong ps-2.5 whitespace-pre-wrap">{comment}</blockquote>
      )}
    </>
  );
}
