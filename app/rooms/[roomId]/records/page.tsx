import { FilePlus2, NotebookText, SearchX } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { EmptyState } from "@/app/_ui/empty-state";
import { Notice } from "@/app/_ui/notice";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { pathOfRecords } from "@/app/rooms/_frame/paths";
import { now } from "@/lib/platform/clock";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import { type RecordFilter, readRecordFilter } from "@/lib/records/filter";
import { listRecordRows } from "@/lib/records/queries";
import { openRoomPage } from "../../_frame/open-room";
import { LiveRecords } from "./live-records";
import { RecordFilters } from "./record-filters";
import { RecordList } from "./record-list";

interface Props {
  params: Promise<{ roomId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("roomRecords.title");

const isNarrowed = ({ status, origin, text, after }: RecordFilter) => Boolean(status || origin || text || after);

/** The same filters on another page of the list. */
function pageLink(path: string, { status, origin, text }: RecordFilter, after: string): string {
  return `${path}?${new URLSearchParams({ q: text, status, origin, after })}`;
}

export default drawPage("tab", async function RecordsPage({ params, searchParams }: Props) {
  const [{ roomId }, query, t] = await Promise.all([params, searchParams, getTranslations("roomRecords")]);
  const { access, canWrite } = await openRoomPage(roomId, "records");
  const filter = readRecordFilter((name) => readText(query, name));
  const rows = await listRecordRows(access, filter, { limit: LIST_LIMIT_DEFAULT, after: filter.after || null });
  const shown = rows.slice(0, LIST_LIMIT_DEFAULT);
  const path = pathOfRecords(roomId);
  const create = canWrite ? (
    <LinkButton look="primary" href={`${path}/new`}>
      <FilePlus2 aria-hidden />
      {t("create")}
    </LinkButton>
  ) : null;
  return (
    <>
      <LiveRecords roomId={roomId} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t("title")}</h2>
        {create}
      </div>
      {readText(query, "done") === "deleted" ? (
        <div className="mb-4">
          <Notice tone="good" role="status">
            {t("done.deleted")}
          </Notice>
        </div>
      ) : null}
      {shown.length > 0 || isNarrowed(filter) ? <RecordFilters path={path} filter={filter} /> : null}
      {shown.length > 0 ? <RecordList roomId={roomId} records={shown} now={now().toISOString()} /> : null}
      {shown.length === 0 && isNarrowed(filter) ? (
        <EmptyState icon={SearchX} title={t("noMatch.title")} text={t("noMatch.text")} />
      ) : null}
      {shown.length === 0 && !isNarrowed(filter) ? (
        <EmptyState icon={NotebookText} title={t("empty.title")} text={t("empty.text")}>
          <Link href={`${path}?status=all`} className="text-dense text-ink-2 underline underline-offset-4">
            {t("empty.all")}
          </Link>
        </EmptyState>
      ) : null}
      {rows.length > shown.length ? (
        <p className="mt-4">
          <LinkButton href={pageLink(path, filter, shown.at(-1)?.id ?? "")}>{t("older")}</LinkButton>
        </p>
      ) : null}
    </>
  );
});
