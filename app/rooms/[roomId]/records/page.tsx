import { FilePlus2, MessageSquareText, NotebookText, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { pathOfRecord, pathOfRecords } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { readText } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { useShownTitle } from "@/app/_ui/page/use-shown-title";
import { Ago } from "@/app/_ui/shown/ago";
import { openRoomPage, type RoomPageProps } from "@/app/rooms/_frame/open-room";
import { ViaMark } from "@/app/rooms/_frame/via-mark";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import { type CommentCount, countComments } from "@/lib/records/comments-query";
import { type RecordFilter, readRecordFilter } from "@/lib/records/filter";
import { listRecordRows, type RecordRow } from "@/lib/records/queries";
import { RECORD_ORIGINS, RECORD_STATUSES } from "@/lib/records/record";
import type { OriginMark } from "@/lib/requests/origin-mark";
import { nameOrigins } from "@/lib/requests/read-origins";
import { NewComments, RecordOriginLabel, RecordStatusBadge } from "./record-marks";

export const generateMetadata = pageTitle("roomRecords.title");

const isNarrowed = ({ status, origin, text, after }: RecordFilter) => Boolean(status || origin || text || after);

export default renderPage("tab", async function RecordsPage({ params, searchParams }: RoomPageProps) {
  const [{ roomId }, query, t] = await Promise.all([params, searchParams, getTranslations("roomRecords")]);
  const { userId, access, canWrite } = await openRoomPage(roomId, "records");
  const filter = readRecordFilter((name) => readText(query, name));
  const rows = await listRecordRows(access, filter, { limit: LIST_LIMIT_DEFAULT, after: filter.after || null });
  const shown = rows.slice(0, LIST_LIMIT_DEFAULT);
  const [nameOrigin, commentsOf] = await Promise.all([
    nameOrigins(shown),
    countComments(
      userId,
      shown.map(({ id }) => id),
    ),
  ]);
  const path = pathOfRecords(roomId);
  const { status, origin, text } = filter;
  const older = new URLSearchParams({ q: text, status, origin, after: shown.at(-1)?.id ?? "" });
  const create = canWrite ? (
    <IconLink icon={FilePlus2} look="primary" href={`${path}/new`}>
      {t("create")}
    </IconLink>
  ) : null;
  return (
    <>
      <RoomWatch roomId={roomId} types={["record.", "approval.", "comment."]} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t("title")}</h2>
        {create}
      </div>
      {readText(query, "done") === "deleted" ? <DoneNotice className="mb-4">{t("done.deleted")}</DoneNotice> : null}
      {shown.length > 0 || isNarrowed(filter) ? <RecordFilters path={path} filter={filter} /> : null}
      {shown.length > 0 ? (
        <ul className="card divide-y divide-line">
          {shown.map((record) => (
            <RecordItem
              key={record.id}
              roomId={roomId}
              record={record}
              comments={commentsOf(record.id)}
              via={nameOrigin(record.viaId)}
            />
          ))}
        </ul>
      ) : null}
      {shown.length === 0 && isNarrowed(filter) ? <EmptyState icon={SearchX} title={t("noMatch.title")} /> : null}
      {shown.length === 0 && !isNarrowed(filter) ? (
        <EmptyState icon={NotebookText} title={t("empty.title")} text={t("empty.text")}>
          <Link
            href={`${path}?status=all`}
            className="inline-flex min-h-6 items-center text-dense text-ink-2 underline underline-offset-4 pointer-coarse:min-h-11"
          >
            {t("empty.all")}
          </Link>
        </EmptyState>
      ) : null}
      {rows.length > shown.length ? (
        <p className="mt-4">
          <LinkButton href={`${path}?${older}`}>{t("older")}</LinkButton>
        </p>
      ) : null}
    </>
  );
});

function RecordFilters({ path, filter }: { path: string; filter: RecordFilter }) {
  const t = useTranslations("roomRecords");
  const { status, origin, text } = filter;
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      path={path}
      label={t("filters.label")}
      isFiltered={status !== "" || origin !== "" || text !== ""}
    >
      <SearchField label={t("filters.text")} text={text} />
      <ChoiceSelect
        name="status"
        label={t("filters.status")}
        value={status}
        all={t("filters.open")}
        options={[
          ["all", t("filters.all")],
          ...RECORD_STATUSES.map((known) => [known, t(`statuses.${known}`)] as const),
        ]}
        className="w-44"
      />
      <ChoiceSelect
        name="origin"
        label={t("filters.origin")}
        value={origin}
        all={t("filters.anyOrigin")}
        options={RECORD_ORIGINS.map((known) => [known, t(`origins.${known}`)])}
        className="w-44"
      />
    </FilterForm>
  );
}

interface RecordItemProps {
  roomId: string;
  record: RecordRow;
  comments: CommentCount;
  via: OriginMark | null;
}

function RecordItem({ roomId, record, comments, via }: RecordItemProps) {
  const t = useTranslations("roomRecords");
  const shown = useShownTitle();
  return (
    <li className="relative px-4 py-3 transition-colors hover:bg-muted/50">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <Link
          href={pathOfRecord(roomId, record.id)}
          className="min-w-0 flex-1 basis-48 font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {shown(record.title)}
        </Link>
        <RecordStatusBadge status={record.status} />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-2">
        <span className="min-w-0 truncate">{record.createdByName ?? t("nobody")}</span>
        <ViaMark via={via} isLink={false} />
        <span className="relative">
          {t.rich("updated", {
            time: () => <Ago value={record.updatedAt} />,
          })}
        </span>
        <RecordOriginLabel origin={record.origin} />
        {record.version > 1 ? <span>{t("versionNumber", { version: record.version })}</span> : null}
        {comments.count > 0 ? (
          <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
            <MessageSquareText aria-hidden className="size-3.5 shrink-0 text-ink-3" />
            {t("comments", { count: comments.count })}{" "}
            {comments.unread > 0 ? <NewComments count={comments.unread} /> : null}
          </span>
        ) : null}
      </p>
    </li>
  );
}
