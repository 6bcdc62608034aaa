import { Download, FileWarning, ScrollText, SearchX, Send } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AUDIT_PATH, proofPath, STREAMS_PATH, writeQuery } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { FOLDED_CLASS, PhoneFold } from "@/app/_ui/list/filter-form";
import { ListHeader, ListPane, PageLinks } from "@/app/_ui/list/list-pane";
import { PageWatch } from "@/app/_ui/list/page-watch";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { requireSession } from "@/lib/accounts/sessions/session";
import {
  type AuditQuery,
  chooseAuditKind,
  readAuditCursor,
  readAuditQuery,
  writeAuditCursor,
} from "@/lib/audit-log/audit-filter";
import { EXPORT_FORMATS } from "@/lib/audit-log/export-audit";
import type { ExportedRow } from "@/lib/audit-log/exported-row";
import { type AuditAccess, openAudit, openAuditAreas } from "@/lib/audit-log/open-audit";
import { readAuditPage } from "@/lib/audit-log/read-audit-page";
import { DOCS_PATH } from "@/lib/docs/pages";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import { openArea } from "../open-area";
import { AuditFilters } from "./audit-filters";
import { AuditTable, MissedRow } from "./audit-table";
import { EntryPane } from "./entry-pane";
import { What } from "./entry-parts";
import { loadExportedRow } from "./exported-row-cookie";
import { printEntries } from "./print-entries";

export const generateMetadata = pageTitle("auditLog.title");

export default renderPage("page", async function AuditLogPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(AUDIT_PATH);
  const [screen, t] = await Promise.all([readScreen(user, await searchParams), getTranslations("auditLog")]);
  const { query, access, entries, after, next, entry, missed } = screen;
  const { area } = query;
  const filter = writeQuery({ ...query });
  const isFiltered = filter !== writeQuery({ area, kind: "acts" });
  const pathOf = (shown: Record<string, string>) => `${AUDIT_PATH}${writeQuery(shown)}`;
  const allPath = pathOf({ area, kind: "all" });
  const page = { ...query, ...(after ? { after: writeAuditCursor({ ...after }) } : {}) };
  return (
    <>
      <AuditHeader
        query={query}
        access={access}
        isAdmin={user.isAdmin}
        fingerprint={after === null ? printEntries(entries).fingerprint : null}
        missed={missed}
      />
      <ListPane
        tools={<AuditFilters key={filter} query={query} />}
        list={
          entries.length > 0 ? (
            <AuditTable entries={entries} page={page} openedId={entry?.id ?? null} />
          ) : (
            <NoEntries
              isUnreadable={screen.isUnreadable}
              hasMore={next !== null}
              isPart={isFiltered || after !== null}
              allPath={allPath}
            />
          )
        }
        about={<About isOfChanges={query.kind === "acts"} allPath={allPath} />}
        pane={
          entry && {
            id: entry.id,
            title: <What entry={entry} />,
            label: t("pane.label"),
            closeLabel: t("pane.close"),
            closePath: pathOf(page),
            children: <OpenedEntry entry={entry} query={query} proof={screen.proof} />,
          }
        }
      />
      <PageLinks
        label={t("pages")}
        newest={after && pathOf({ ...query })}
        older={next && pathOf({ ...query, after: writeAuditCursor(next) })}
      />
    </>
  );
});

async function readScreen(user: { id: string; isAdmin: boolean }, params: Awaited<SearchParams>) {
  const asked = readAuditQuery((name) => readText(params, name));
  const areas = await openAuditAreas(user);
  const area = await openArea(
    user.id,
    asked.area,
    areas.map((shown) => shown.area),
  );
  const access = await orNotFound(openAudit(user, area));
  const query = { ...asked, area, kind: chooseAuditKind(asked) };
  return { query, access, ...(await readShownPage(access, query, params)) };
}

type ShownPage = Awaited<ReturnType<typeof readShownPage>>;

async function readShownPage(access: AuditAccess, query: AuditQuery, params: Awaited<SearchParams>) {
  const [after, opened] = [readAuditCursor(readText(params, "after")), readAuditCursor(readText(params, "open"))];
  const exported = await loadExportedRow(access.area);
  const page = await readAuditPage(access, query, { after, opened, exported, limit: LIST_LIMIT_DEFAULT });
  return { ...page, after };
}

interface OpenedEntryProps {
  entry: NonNullable<ShownPage["entry"]>;
  query: AuditQuery;
  proof: ShownPage["proof"];
}

function OpenedEntry({ entry, query: { area, q }, proof }: OpenedEntryProps) {
  return (
    <EntryPane
      entry={entry}
      q={q}
      pathOf={(id) => `${AUDIT_PATH}${writeQuery({ area, q: id })}`}
      proof={proof && { state: proof, path: proofPath(area, writeAuditCursor(entry)) }}
    />
  );
}

interface AuditHeaderProps {
  query: AuditQuery;
  access: AuditAccess;
  isAdmin: boolean;
  /** Changes with the newest rows; null on a page of older ones, which do not change. */
  fingerprint: string | null;
  missed: ExportedRow | null;
}

function AuditHeader({ query, access, isAdmin, fingerprint, missed }: AuditHeaderProps) {
  const t = useTranslations("auditLog");
  return (
    <>
      <ListHeader
        title={t("titleOf", { area: access.kind === "organization" ? access.name : t(`areas.${access.kind}`) })}
      >
        {isAdmin && access.kind !== "service" ? (
          <LinkButton size="small" href={`${AUDIT_PATH}${writeQuery({ area: "service" })}`}>
            {t("areas.service")}
          </LinkButton>
        ) : null}
        <IconLink icon={Send} size="small" href={STREAMS_PATH}>
          {t("streams")}
        </IconLink>
        <PhoneFold icon={Download} label={t("export")} className="h-7! border-line px-2.5! pointer-coarse:h-9!" />
        <div className={FOLDED_CLASS}>
          {EXPORT_FORMATS.map((format) => (
            <LinkButton
              key={format}
              size="small"
              href={`${AUDIT_PATH}/export${writeQuery({ ...query, format })}`}
              download
            >
              <Download aria-hidden />
              {format === "proof" ? t("exportWithProofs") : t("exportAs", { format: format.toUpperCase() })}
            </LinkButton>
          ))}
        </div>
      </ListHeader>
      {missed && <MissedRow row={missed} />}
      {fingerprint === null ? null : (
        <PageWatch
          path={`${AUDIT_PATH}/pulse${writeQuery({ ...query })}`}
          fingerprint={fingerprint}
          isMoving={false}
          moving=""
          updated={t("updated")}
        />
      )}
    </>
  );
}

function About({ isOfChanges, allPath }: { isOfChanges: boolean; allPath: string }) {
  const t = useTranslations("auditLog");
  return t.rich(isOfChanges ? "changes" : "description", {
    guide: (text) => <GuideLink>{text}</GuideLink>,
    all: (text) => (
      <Link href={allPath} className="font-medium text-ink underline underline-offset-4">
        {text}
      </Link>
    ),
  });
}

function GuideLink({ children }: { children: ReactNode }) {
  return (
    <Link href={`${DOCS_PATH}/audit-log`} prefetch={false} className="underline underline-offset-4 hover:text-ink">
      {children}
    </Link>
  );
}

type None = "unreadable" | "soFar" | "noMatch" | "empty";

interface NoEntriesProps {
  isUnreadable: boolean;
  hasMore: boolean;
  isPart: boolean;
  /** The same area with its requests. */
  allPath: string;
}

function describeNone(page: Omit<NoEntriesProps, "allPath">): None {
  if (page.isUnreadable) return "unreadable";
  if (page.hasMore) return "soFar";
  return page.isPart ? "noMatch" : "empty";
}

const NONE_ICONS = { unreadable: FileWarning, soFar: SearchX, noMatch: SearchX, empty: ScrollText } as const;

function NoEntries({ allPath, ...page }: NoEntriesProps) {
  const t = useTranslations("auditLog");
  const why = describeNone(page);
  return (
    <EmptyState icon={NONE_ICONS[why]} title={t(`${why}Title`)} text={why === "noMatch" ? undefined : t(`${why}Text`)}>
      {why === "empty" ? <LinkButton href={allPath}>{t("showAll")}</LinkButton> : null}
    </EmptyState>
  );
}
