import { Plus, Send } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { AUDIT_PATH, STREAMS_PATH, streamPath } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { DataTable } from "@/app/_ui/list/data-table";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Ago } from "@/app/_ui/shown/ago";
import { requireSession } from "@/lib/accounts/sessions/session";
import { listStreams, type Stream } from "@/lib/audit-log/streams/queries";
import { openOwnerOfArea } from "../../open-area";
import { Cause, StreamStatus, Waiting } from "./stream-status";

export const generateMetadata = pageTitle("auditStreams.title");

export default async function StreamsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(STREAMS_PATH);
  const [params, access, t, audit] = await Promise.all([
    searchParams,
    openOwnerOfArea(user.id),
    getTranslations("auditStreams"),
    getTranslations("auditLog"),
  ]);
  const streams = await listStreams([access]);
  const create = (
    <IconLink look="primary" icon={Plus} href={`${STREAMS_PATH}/new`}>
      {t("create")}
    </IconLink>
  );
  return (
    <>
      <PageHeader
        back={<BackLink href={AUDIT_PATH}>{audit("title")}</BackLink>}
        title={t("title")}
        description={t("description")}
      >
        {streams.length > 0 ? create : null}
      </PageHeader>
      {readText(params, "deleted") ? <DoneNotice className="mb-4">{t("deletedNotice")}</DoneNotice> : null}
      {streams.length > 0 ? (
        <StreamTable streams={streams} />
      ) : (
        <EmptyState icon={Send} title={t("emptyTitle")} text={t("emptyText")}>
          {create}
        </EmptyState>
      )}
    </>
  );
}

const CELL = "px-3 py-3 align-top first:ps-4";

function StreamTable({ streams }: { streams: readonly Stream[] }) {
  const t = useTranslations("auditStreams");
  return (
    <DataTable
      caption={t("columns.caption")}
      columns={[
        { name: t("columns.destination") },
        { name: t("columns.format"), className: "hidden w-44 lg:table-cell" },
        { name: t("columns.lag"), className: "hidden w-40 md:table-cell" },
        { name: t("columns.lastSuccess"), className: "hidden w-40 xl:table-cell" },
        { name: t("columns.state"), className: "w-34" },
      ]}
    >
      {streams.map((stream) => (
        <tr key={stream.id} className="transition-colors hover:bg-muted/50">
          <th scope="row" className={joinClasses(CELL, "font-normal")}>
            <Link href={streamPath(stream.id)} className="font-medium text-ink underline-offset-4 hover:underline">
              {stream.bucket ?? new URL(stream.url).host}
            </Link>
            <span className="mt-0.5 block text-xs text-ink-3">{t(`kinds.${stream.kind}`)}</span>
            {stream.failingSince === null || stream.lastError === null ? null : (
              <span className="mt-1 block text-xs text-warn">
                <Cause failure={stream.lastError} />
              </span>
            )}
          </th>
          <td className={joinClasses(CELL, "hidden lg:table-cell")}>{t(`formats.${stream.format}`)}</td>
          <td className={joinClasses(CELL, "hidden md:table-cell")}>
            <Waiting backlog={stream.backlog} />
          </td>
          <td className={joinClasses(CELL, "hidden xl:table-cell")}>
            {stream.lastSuccessAt === null ? t("never") : <Ago value={stream.lastSuccessAt} />}
          </td>
          <td className={CELL}>
            <StreamStatus state={stream.state} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
