import { Archive, ArchiveRestore, History, Lock, LockOpen, MessageSquareText, PencilLine, Trash2 } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { pathOfComment, pathOfRecord, pathOfRecords, pathOfStep } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { orNull } from "@/app/_ui/page/or-not-found";
import { renderPage, titlePage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Time } from "@/app/_ui/shown/time";
import { ViaMark } from "@/app/rooms/_frame/via-mark";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { mayManage } from "@/lib/access/membership";
import { readProfile } from "@/lib/accounts/queries";
import { listUsableConnectors } from "@/lib/agents/connectors/queries";
import { readRun } from "@/lib/agents/runs/queries";
import { isId } from "@/lib/platform/ids";
import { type CommentCount, countComments, readComments, type SharedComment } from "@/lib/records/comments-query";
import { listApprovals } from "@/lib/records/queries";
import type { RecordAction } from "@/lib/records/rules";
import type { OriginMark } from "@/lib/requests/origin-mark";
import { readOrigins } from "@/lib/requests/read-origins";
import { createPageReader, type ReadOnPage } from "../../_messages/text/content-cache";
import { ForgetDraft } from "../_editor/use-record-text";
import { RecordText } from "../_text/record-text";
import { type OpenedRecord, openRecordPage, type RecordParams } from "../open-record";
import { OUTCOMES } from "../outcomes";
import { NewComments, RecordOriginLabel, RecordStatusBadge } from "../record-marks";
import { AgentPanel } from "./_agent/agent-panel";
import type { ShownComment } from "./_comments/comment-item";
import { CommentThread } from "./_comments/comment-thread";
import { actOnLifecycle } from "./actions";
import { ApprovalPanel } from "./approval-panel";
import { DeleteStep } from "./delete-step";

interface Props extends RecordParams {
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { roomId, recordId } = await params;
  return titlePage("record", async () => (await openRecordPage(roomId, recordId)).title);
}

export default renderPage("record", async function RecordPage({ params, searchParams }: Props) {
  const { roomId, recordId } = await params;
  const [opened, query, t] = await Promise.all([
    openRecordPage(roomId, recordId),
    searchParams,
    getTranslations("roomRecords"),
  ]);
  const { access, record, userId } = opened;
  const readId = (name: string) => {
    const id = readText(query, name);
    return isId("cmt", id) ? id : "";
  };
  const acts = (["edit", "delete"] as const).map((kind) => ({ kind, textId: readId(kind) }));
  const [around, before] = [readId("comment"), readId("before")];
  const { created, changed } = record.written;
  const [entries, agent, comments, commentsOf, describeOrigin] = await Promise.all([
    listApprovals(access),
    readAgent(opened, readText(query, "run")),
    readComments(access, { around, before }),
    countComments(userId, [recordId]),
    readOrigins(userId, access.room, [created, changed]),
  ]);
  const readContent = createPageReader();
  const counted = commentsOf(recordId);
  const isLoaded = comments.comments.some(({ id }) => id === counted.firstId);
  const done = Object.values(OUTCOMES).find((known) => known === readText(query, "done"));
  const isSaved = done === "created" || done === "saved";
  return (
    <>
      <RoomWatch roomId={roomId} types={["record.", "approval.", "comment."]} objectId={record.id} />
      {readText(query, "step") === "delete" ? <DeleteStep opened={opened} /> : null}
      <BackLink href={pathOfRecords(roomId)}>{t("title")}</BackLink>
      <RecordHeader opened={opened} comments={counted} isLoaded={isLoaded} />
      {done ? <DoneNotice className="mb-4">{t(`done.${done}`)}</DoneNotice> : null}
      {isSaved ? <ForgetDraft draftKey={`${userId}:${done === "created" ? roomId : record.id}`} /> : null}
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <article className="card min-w-0 px-5 py-5" aria-label={opened.title}>
          <RecordText text={record.content} />
        </article>
        <div className="grid grid-cols-1 gap-x-10 gap-y-9 lg:row-span-2">
          <ApprovalPanel opened={opened} entries={entries} />
          {agent ? <AgentPanel opened={opened} {...agent} /> : null}
          <RecordFacts
            roomId={roomId}
            record={record}
            created={describeOrigin(created)}
            changed={describeOrigin(changed)}
          />
        </div>
        <CommentThread
          // Another part of the comments is a new view; a refresh of the same part keeps its state.
          key={`${around} ${before}`}
          roomId={roomId}
          recordId={record.id}
          person={{ id: userId, name: opened.name }}
          canWrite={opened.canWrite}
          canComment={opened.actions.includes("comment")}
          canModerate={mayManage(opened.state.role)}
          page={{ ...comments, comments: comments.comments.map((comment) => readComment(readContent, comment)) }}
          unread={counted}
          initialAct={acts.find(({ textId }) => textId !== "") ?? null}
          targetId={around}
        />
      </div>
    </>
  );
});

async function readAgent({ userId, roomId, record }: OpenedRecord, runId: string) {
  const connectors = await listUsableConnectors(userId, roomId);
  if (connectors.length === 0) return null;
  const [profile, run] = await Promise.all([readProfile(userId), runId === "" ? null : orNull(readRun(userId, runId))]);
  return {
    connectors,
    sendsTranscripts: profile?.sendsTranscripts ?? false,
    run: run?.recordId === record.id ? run : null,
  };
}

const LIFECYCLE = [
  ["lock", Lock],
  ["unlock", LockOpen],
  ["archive", Archive],
  ["unarchive", ArchiveRestore],
] as const;

function readComment(read: ReadOnPage, comment: SharedComment): ShownComment {
  return { ...comment, content: read(comment.body, comment.mentions) };
}

function pathToComments({ roomId, record }: OpenedRecord, { firstId }: CommentCount, isLoaded: boolean): string {
  if (firstId === null) return "#comments";
  return isLoaded ? `#${firstId}` : pathOfComment(roomId, record.id, firstId);
}

interface RecordHeaderProps {
  opened: OpenedRecord;
  comments: CommentCount;
  isLoaded: boolean;
}

function RecordHeader({ opened, comments, isLoaded }: RecordHeaderProps) {
  const { roomId, record, actions } = opened;
  const t = useTranslations("roomRecords");
  const can = (action: RecordAction) => actions.includes(action);
  const lifecycle = LIFECYCLE.filter(([action]) => can(action));
  return (
    <header className="mb-5 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="min-w-0 text-xl font-semibold tracking-tight">{opened.title}</h2>
        <RecordStatusBadge status={record.status} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {can("edit") ? (
          <IconLink icon={PencilLine} look="primary" size="small" href={pathOfRecord(roomId, record.id, "/edit")}>
            {t("edit")}
          </IconLink>
        ) : null}
        <IconLink icon={History} size="small" href={pathOfRecord(roomId, record.id, "/versions")}>
          {t("versions.title")}
        </IconLink>
        {comments.count > 0 ? (
          <LinkButton size="small" href={pathToComments(opened, comments, isLoaded)}>
            <MessageSquareText aria-hidden />
            {t("comments", { count: comments.count })}{" "}
            {comments.unread > 0 ? <NewComments count={comments.unread} /> : null}
          </LinkButton>
        ) : null}
        {lifecycle.length > 0 ? (
          <PlainForm
            action={actOnLifecycle}
            failed={t("refused")}
            hidden={{ roomId, recordId: record.id }}
            className="flex flex-wrap items-center gap-2"
          >
            {lifecycle.map(([action, Icon]) => (
              <SubmitButton
                key={action}
                look="plain"
                size="small"
                name="action"
                value={action}
                icon={<Icon aria-hidden />}
              >
                {t(`actions.${action}`)}
              </SubmitButton>
            ))}
          </PlainForm>
        ) : null}
        {can("delete") ? (
          <IconLink
            icon={Trash2}
            look="dangerPlain"
            size="small"
            href={pathOfStep(pathOfRecord(roomId, record.id), "delete")}
            scroll={false}
          >
            {t("delete.action")}
          </IconLink>
        ) : null}
      </div>
    </header>
  );
}

interface RecordFactsProps extends Pick<OpenedRecord, "roomId" | "record"> {
  created: OriginMark | null;
  changed: OriginMark | null;
}

function RecordFacts({ roomId, record, created, changed }: RecordFactsProps) {
  const t = useTranslations("roomRecords");
  return (
    <Section id="facts" title={t("facts.title")}>
      <dl className="grid grid-cols-1 gap-3.5 text-dense">
        <Row name={t("facts.origin")}>
          <RecordOriginLabel origin={record.origin} />
          <p className="mt-0.5 text-xs text-ink-3 text-pretty">{t(`originHints.${record.origin}`)}</p>
        </Row>
        <Row name={t("facts.creator")}>
          {record.createdByName ?? t("nobody")} <ViaMark via={created} />
        </Row>
        <Row name={t("facts.created")}>
          <Time value={record.createdAt.toISOString()} />
        </Row>
        <Row name={t("facts.updated")}>
          <Time value={record.updatedAt.toISOString()} />
        </Row>
        <Row name={t("facts.version")}>
          <Link href={pathOfRecord(roomId, record.id, "/versions")} className="underline underline-offset-4">
            {t("versionNumber", { version: record.version })}
          </Link>{" "}
          <ViaMark via={changed} />
        </Row>
        <Row name={t("facts.id")}>
          <Copyable text={record.id} label={t("facts.id")} />
        </Row>
      </dl>
    </Section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
