import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { drawPage, titlePage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { pathOfRecords } from "@/app/rooms/_frame/paths";
import { readProfile } from "@/lib/accounts/queries";
import { readRun } from "@/lib/agent-runs/queries";
import { listUsableConnectors } from "@/lib/connectors/list-rooms";
import { AppError } from "@/lib/platform/errors";
import { listApprovals } from "@/lib/records/queries";
import { ForgetDraft } from "../_editor/forget-draft";
import { Markdown } from "../_text/markdown";
import { LiveRecords } from "../live-records";
import { type OpenedRecord, openRecordPage, type RecordParams } from "../open-record";
import { AgentPanel } from "./_agent/agent-panel";
import { ApprovalPanel } from "./approval-panel";
import { RecordFacts } from "./record-facts";
import { RecordHeader } from "./record-header";

interface Props extends RecordParams {
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { roomId, recordId } = await params;
  return titlePage("record", async () => (await openRecordPage(roomId, recordId)).record.title);
}

const DONE = [
  "created",
  "saved",
  "restored",
  "locked",
  "unlocked",
  "archived",
  "unarchived",
  "requested",
  "approved",
  "rejected",
  "withdrawn",
] as const;

export default drawPage("record", async function RecordPage({ params, searchParams }: Props) {
  const { roomId, recordId } = await params;
  const [opened, query, t] = await Promise.all([
    openRecordPage(roomId, recordId),
    searchParams,
    getTranslations("roomRecords"),
  ]);
  const { access, record, userId } = opened;
  const [entries, agent] = await Promise.all([listApprovals(access), readAgent(opened, readText(query, "run"))]);
  const done = DONE.find((known) => known === readText(query, "done"));
  const isSaved = done === "created" || done === "saved";
  return (
    <>
      <LiveRecords roomId={roomId} recordId={record.id} />
      <BackLink href={pathOfRecords(roomId)}>{t("title")}</BackLink>
      <RecordHeader opened={opened} />
      {done ? (
        <div className="mb-4">
          <Notice tone="good" role="status">
            {t(`done.${done}`)}
          </Notice>
        </div>
      ) : null}
      {isSaved ? <ForgetDraft draftKey={`${userId}:${done === "created" ? roomId : record.id}`} /> : null}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <article className="card min-w-0 px-5 py-5" aria-label={record.title}>
          <Markdown text={record.content} />
        </article>
        <div className="grid grid-cols-1 gap-6">
          <ApprovalPanel opened={opened} entries={entries} />
          {agent ? <AgentPanel opened={opened} {...agent} /> : null}
          <RecordFacts roomId={roomId} record={record} />
        </div>
      </div>
    </>
  );
});

/** The agent actions of this page (none without a connector in the room) and the run named in the URL, if it is of this record. */
async function readAgent({ userId, roomId, record }: OpenedRecord, runId: string) {
  const connectors = await listUsableConnectors(userId, roomId);
  if (connectors.length === 0) return null;
  const [profile, run] = await Promise.all([readProfile(userId), runId === "" ? null : findRun(userId, runId)]);
  return {
    connectors,
    sendsTranscripts: profile?.sendsTranscripts ?? false,
    run: run?.recordId === record.id ? run : null,
  };
}

async function findRun(userId: string, runId: string) {
  try {
    return await readRun(userId, runId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
