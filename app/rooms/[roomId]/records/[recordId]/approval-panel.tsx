import { useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/notice";
import { Panel } from "@/app/_ui/panel";
import type { ApprovalEntry } from "@/lib/records/queries";
import { checkAction, type RecordAction } from "@/lib/records/rules";
import type { OpenedRecord } from "../open-record";
import { ApprovalForm } from "./approval-form";
import { ApprovalHistory } from "./approval-history";

interface ApprovalPanelProps {
  opened: OpenedRecord;
  entries: readonly ApprovalEntry[];
}

/** The approval state, the actions this person can take, and the comments so far. */
export function ApprovalPanel({ opened: { roomId, record, standing, moves }, entries }: ApprovalPanelProps) {
  const t = useTranslations("roomRecords");
  const problems = useTranslations("problems");
  const can = (move: RecordAction) => moves.includes(move);
  const isOwn = checkAction("decide", standing) === "own_request";
  const form = { roomId, recordId: record.id, requestId: standing.requestId };
  return (
    <Panel id="approval" title={t("approval.title")}>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-dense text-ink-2 text-pretty">{t(`approval.standing.${record.status}`)}</p>
        {can("request") ? <ApprovalForm kind="request" {...form} /> : null}
        {can("decide") ? <ApprovalForm kind="decide" {...form} /> : null}
        {isOwn ? <Notice>{problems("own_request")}</Notice> : null}
        {can("withdraw") ? <ApprovalForm kind="withdraw" {...form} /> : null}
        {entries.length > 0 ? <ApprovalHistory entries={entries} /> : null}
      </div>
    </Panel>
  );
}
