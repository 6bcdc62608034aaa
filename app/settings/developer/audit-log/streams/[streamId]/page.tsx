import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { pathOfStep, STREAMS_PATH, streamPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Notice } from "@/app/_ui/page/notice";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Ago } from "@/app/_ui/shown/ago";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import { requireSession } from "@/lib/accounts/sessions/session";
import { openStream } from "@/lib/audit-log/streams/open-stream";
import { readStream, type Stream } from "@/lib/audit-log/streams/queries";
import { AUDIT_STREAM_KEPT_DAYS } from "@/lib/audit-log/streams/stream-limits";
import { remove, switchStream, test } from "../actions";
import { Cause, StateNotice, StreamStatus, Waiting } from "../stream-status";

export const generateMetadata = pageTitle("auditStreams.title");

interface StreamPageProps {
  params: Promise<{ streamId: string }>;
  searchParams: SearchParams;
}

const DONE = ["created", "resumed", "paused"] as const;

export default renderPage("page", async function StreamPage({ params, searchParams }: StreamPageProps) {
  const { streamId } = await params;
  const { user } = await requireSession(streamPath(streamId));
  const access = await orNotFound(openStream(user.id, streamId));
  const [stream, query, t] = await Promise.all([
    orNotFound(readStream(access)),
    searchParams,
    getTranslations("auditStreams"),
  ]);
  const done = DONE.find((name) => name === readText(query, "done"));
  const tested = readText(query, "tested");
  return (
    <>
      {readText(query, "step") === "delete" ? <DeleteStep stream={stream} /> : null}
      <PageHeader
        back={<BackLink href={STREAMS_PATH}>{t("title")}</BackLink>}
        title={nameTarget(stream)}
        description={t(`kinds.${stream.kind}`)}
      >
        <Switch stream={stream} />
        <PlainForm action={test} failed={t("actions.failed")} hidden={{ streamId }}>
          <SubmitButton look="plain">{t("actions.test")}</SubmitButton>
        </PlainForm>
        <LinkButton look="dangerPlain" href={pathOfStep(streamPath(streamId), "delete")} scroll={false}>
          {t("actions.delete")}
        </LinkButton>
      </PageHeader>
      <div className="grid grid-cols-1 gap-4">
        {done ? <DoneNotice>{t(`notices.${done}`)}</DoneNotice> : null}
        {tested === "sent" ? <DoneNotice>{t("actions.testSent")}</DoneNotice> : null}
        {tested === "" || tested === "sent" ? null : (
          <Notice tone="warn" role="status">
            <Cause failure={tested} />
          </Notice>
        )}
        <StateNotice stream={stream} />
        {stream.lostRows === 0 ? null : (
          <Notice tone="warn">{t("notices.lost", { count: stream.lostRows, days: AUDIT_STREAM_KEPT_DAYS })}</Notice>
        )}
        <Facts stream={stream} />
      </div>
    </>
  );
});

function nameTarget({ bucket, url }: Stream): string {
  return bucket ?? new URL(url).host;
}

function DeleteStep({ stream }: { stream: Stream }) {
  const t = useTranslations("auditStreams");
  const path = streamPath(stream.id);
  return (
    <StepDialog backHref={path} title={t("delete.heading", { host: nameTarget(stream) })}>
      <p className="text-ink-2 text-pretty">{t("delete.consequence")}</p>
      <PlainForm action={remove} failed={t("actions.failed")} hidden={{ streamId: stream.id }}>
        <FormButtons look="danger" submit={t("actions.delete")} cancelHref={path} />
      </PlainForm>
    </StepDialog>
  );
}

function Switch({ stream: { id, state } }: { stream: Stream }) {
  const t = useTranslations("auditStreams.actions");
  const isPaused = state === "paused";
  return (
    <PlainForm action={switchStream} failed={t("failed")} hidden={{ streamId: id, isActive: String(isPaused) }}>
      <SubmitButton look={isPaused ? "primary" : "plain"}>{t(isPaused ? "resume" : "pause")}</SubmitButton>
    </PlainForm>
  );
}

function Facts({ stream }: { stream: Stream }) {
  const t = useTranslations("auditStreams");
  const code = (text: string): ReactNode => <span className="font-mono text-xs break-all">{text}</span>;
  const { lastError, lastErrorAt } = stream;
  return (
    <FactList>
      <Fact name={t("facts.status")}>
        <StreamStatus state={stream.state} />
      </Fact>
      <Fact name={t("facts.lastSuccess")}>
        {stream.lastSuccessAt === null ? t("never") : <Ago value={stream.lastSuccessAt} />}
      </Fact>
      <Fact name={t("facts.lag")}>
        <Waiting backlog={stream.backlog} />
      </Fact>
      <Fact name={t("facts.sent")}>{t("rows", { count: stream.sentRows })}</Fact>
      <Fact name={t("facts.lastError")}>
        {lastError === null ? t("none") : <Cause failure={lastError} />}
        {lastErrorAt === null ? null : (
          <span className="block text-xs text-ink-3">
            <Ago value={lastErrorAt} />
          </span>
        )}
      </Fact>
      <Fact name={t("facts.area")}>{stream.area.kind === "user" ? t("ownArea") : stream.area.name}</Fact>
      <Fact name={t("facts.endpoint")}>{code(stream.url)}</Fact>
      {stream.bucket === null ? null : <Fact name={t("facts.bucket")}>{code(stream.bucket)}</Fact>}
      {stream.prefix ? <Fact name={t("facts.prefix")}>{code(stream.prefix)}</Fact> : null}
      {stream.region === null ? null : <Fact name={t("facts.region")}>{code(stream.region)}</Fact>}
      {stream.accessKeyId === null ? null : <Fact name={t("facts.accessKeyId")}>{code(stream.accessKeyId)}</Fact>}
      <Fact name={t("facts.format")}>{t(`formats.${stream.format}`)}</Fact>
      <Fact name={t("facts.runBy")}>{stream.runBy?.name ?? t("nobody")}</Fact>
      <Fact name={t("facts.created")}>
        <Time value={stream.createdAt.toISOString()} />
      </Fact>
    </FactList>
  );
}
