import Link from "next/link";
import { useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/notice";
import { Panel } from "@/app/_ui/panel";
import type { RunDetail } from "@/lib/agent-runs/queries";
import type { UsableConnector } from "@/lib/connectors/list-rooms";
import type { OpenedRecord } from "../../open-record";
import { AskForm } from "./agent-forms";
import { RunView } from "./run-view";

interface AgentPanelProps {
  opened: OpenedRecord;
  connectors: readonly UsableConnector[];
  /** Whether this person allows transcript records to be sent to an agent. */
  sendsTranscripts: boolean;
  run: RunDetail | null;
}

/** The agent actions that connectors of this room offer for this record. */
export function AgentPanel({ opened, connectors, sendsTranscripts, run }: AgentPanelProps) {
  const t = useTranslations("roomRecords.agent");
  const { userId, roomId, record, moves } = opened;
  const isHeldBack = record.origin === "TRANSCRIPT" && !sendsTranscripts;
  return (
    <Panel id="agent" title={t("title")}>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-dense text-ink-2 text-pretty">{t("text")}</p>
        {isHeldBack ? (
          <Notice tone="warn">
            {t.rich("transcript", {
              link: (words) => (
                <Link href="/settings/account" className="underline underline-offset-4">
                  {words}
                </Link>
              ),
            })}
          </Notice>
        ) : (
          <AskForm
            roomId={roomId}
            recordId={record.id}
            connectors={connectors}
            canPropose={connectors.some(({ toolProfile }) => toolProfile !== "read_only")}
          />
        )}
        {run ? (
          <RunView
            roomId={roomId}
            run={run}
            recordId={record.id}
            canEdit={moves.includes("edit")}
            isMine={run.requestedById === userId}
          />
        ) : null}
      </div>
    </Panel>
  );
}
