import { Download, ScrollText, SearchX, Send } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { DataTable } from "@/app/_ui/data-table";
import { drawPage } from "@/app/_ui/draw-page";
import { EmptyState } from "@/app/_ui/empty-state";
import { FilterForm } from "@/app/_ui/filter-form";
import { ListPane } from "@/app/_ui/list-pane";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { orNotFound } from "@/app/_ui/or-not-found";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { SearchField } from "@/app/_ui/search-field";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { Time } from "@/app/_ui/time";
import { listViews } from "@/lib/accounts/save-view";
import { requireSession } from "@/lib/accounts/session";
import { ACTS } from "@/lib/audit/record-act";
import { findProof } from "@/lib/audit-proof/find-proof";
import {
  AUDIT_KINDS,
  AUDIT_OUTCOMES,
  type AuditQuery,
  readAuditCursor,
  readAuditQuery,
  writeAuditCursor,
} from "@/lib/overview/audit-filter";
import { EXPORT_FORMATS } from "@/lib/overview/export-audit";
import { type AuditEntry, findAuditEntry, listAudit } from "@/lib/overview/list-audit";
import { type AuditAccess, openAudit, openAuditAreas } from "@/lib/overview/open-audit";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import { TIME_SPANS } from "@/lib/platform/time-span";
import { writeQuery } from "@/lib/webhooks/delivery-filter";
import { SavedViews } from "../_views/saved-views";
import { EntryPane } from "./entry-pane";
import { Outcome } from "./outcome";
import { AUDIT_PATH, STREAMS_PATH } from "./paths";
import { What } from "./what";
import { Who } from "./who";

export const generateMetadata = pageTitle("auditLog.title");

export default drawPage("page", async function AuditLogPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(AUDIT_PATH);
  const params = await searchParams;
  const query = readAuditQuery((name) => readText(params, name));
  const after = readAuditCursor(readText(params, "after"));
  const opened = readAuditCursor(readText(params, "open"));
  const access = await orNotFound(openAudit(user, query.area));
  const [areas, views, { entries, next }, entry, proof, t] = await Promise.all([
    openAuditAreas(user),
    listViews(user.id, "audit-log"),
    listAudit(access, query, after, LIST_LIMIT_DEFAULT),
    opened && findAuditEntry(access, opened),
    opened && findProof(access, opened),
    getTranslations("auditLog"),
  ]);
  const filter = writeQuery({ ...query });
  const page = { ...query, ...(after ? { after: writeAuditCursor({ ...after }) } : {}) };
  return (
    <>
      <PageHeader title={t("title")} description={t("description")}>
        <LinkButton href={STREAMS_PATH}>
          <Send aria-hidden />
          {t("streams")}
        </LinkButton>
        {EXPORT_FORMATS.map((format) => (
          <LinkButton key={format} href={`${AUDIT_PATH}/export${writeQuery({ ...query, format })}`} download>
            <Download aria-hidden />
            {format === "proof" ? t("exportWithProofs") : t("exportAs", { format: format.toUpperCase() })}
          </LinkButton>
        ))}
      </PageHeader>
      <SavedViews screen="audit-log" path={AUDIT_PATH} views={views} query={filter} />
      <AuditFilters key={filter} query={query} areas={areas} ownId={user.id} />
      {entries.length > 0 ? (
        <ListPane
          list={<AuditTable entries={entries} page={page} opened={entry?.id ?? null} isNarrow={entry !== null} />}
          pane={
            entry && {
              title: <What entry={entry} />,
              label: t("pane.label"),
              closeLabel: t("pane.close"),
              closePath: `${AUDIT_PATH}${writeQuery(page)}`,
              children: <EntryPane entry={entry} query={query} proof={proof} />,
            }
          }
        />
      ) : filter !== "" || after !== null ? (
        <EmptyState icon={SearchX} title={t("noMatchTitle")} text={t("noMatchText")} />
      ) : (
        <EmptyState icon={ScrollText} title={t("emptyTitle")} text={t("emptyText")} />
      )}
      <nav
        aria-label={t("pages")}
        className="mt-4 flex gap-4 text-dense empty:hidden [&>a]:underline [&>a]:underline-offset-4"
      >
        {after === null ? null : <Link href={`${AUDIT_PATH}${filter}`}>{t("newest")}</Link>}
        {next === null ? null : (
          <Link href={`${AUDIT_PATH}${writeQuery({ ...query, after: writeAuditCursor(next) })}`}>{t("older")}</Link>
        )}
      </nav>
    </>
  );
});

interface AuditFiltersProps {
  query: AuditQuery;
  areas: readonly AuditAccess[];
  ownId: string;
}

function AuditFilters({ query, areas, ownId }: AuditFiltersProps) {
  const t = useTranslations("auditLog");
  const { area, ...filters } = query;
  return (
    <FilterForm
      path={AUDIT_PATH}
      clearPath={`${AUDIT_PATH}${writeQuery({ area })}`}
      label={t("filters.label")}
      isFiltered={Object.values(filters).some(Boolean)}
    >
      {areas.length > 1 ? (
        <ChoiceSelect
          name="area"
          label={t("filters.area")}
          value={area || ownId}
          options={areas.map(({ kind, area: id, name }) => [
            id,
            kind === "user" ? t("areas.own") : kind === "service" ? t("areas.service") : name,
          ])}
        />
      ) : null}
      <ChoiceSelect
        name="kind"
        label={t("filters.kind")}
        value={query.kind}
        all={t("filters.allKinds")}
        className="w-44"
        options={AUDIT_KINDS.map((kind) => [kind, t(`kinds.${kind}`)])}
      />
      <ChoiceSelect
        name="act"
        label={t("filters.act")}
        value={query.act}
        all={t("filters.allActs")}
        options={ACTS.map((act) => [act, t(`acts.${act}`)])}
      />
      <ChoiceSelect
        name="outcome"
        label={t("filters.outcome")}
        value={query.outcome}
        all={t("filters.allOutcomes")}
        options={AUDIT_OUTCOMES.map((outcome) => [outcome, t(`outcomes.${outcome}`)])}
      />
      <ChoiceSelect
        name="since"
        label={t("filters.since")}
        value={query.since}
        all={t("filters.anyTime")}
        options={TIME_SPANS.map((span) => [span, t(`filters.spans.${span}`)])}
      />
      <SearchField label={t("filters.id")} text={query.q} />
    </FilterForm>
  );
}

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** The URL's filters and page. */
  page: Record<string, string>;
  opened: string | null;
  /** The opened row takes a part of the width. */
  isNarrow: boolean;
}

const CELL = "h-9 truncate px-3 first:pl-4";

function AuditTable({ entries, page, opened, isNarrow }: AuditTableProps) {
  const t = useTranslations("auditLog.columns");
  const wide = isNarrow ? "hidden 2xl:table-cell" : "hidden xl:table-cell";
  return (
    <DataTable
      caption={t("caption")}
      columns={[
        { name: t("at"), className: "hidden w-52 sm:table-cell" },
        { name: t("what") },
        { name: t("who"), className: "hidden w-52 md:table-cell" },
        { name: t("outcome"), className: "w-28" },
        { name: t("requestId"), className: `w-72 ${wide}` },
      ]}
    >
      {entries.map((entry) => (
        <tr
          key={entry.id}
          className={mergeClasses(
            "relative transition-colors hover:bg-muted/50",
            entry.id === opened && "bg-accent-soft",
          )}
        >
          <td className={mergeClasses(CELL, "hidden text-ink-2 sm:table-cell")}>
            <Time value={entry.at.toISOString()} style="precise" />
          </td>
          <th scope="row" className={mergeClasses(CELL, "text-left font-normal")}>
            <Link
              href={`${AUDIT_PATH}${writeQuery({ ...page, open: writeAuditCursor(entry) })}`}
              scroll={false}
              prefetch={false}
              data-row
              aria-current={entry.id === opened ? "true" : undefined}
              className="underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              <What entry={entry} />
            </Link>
          </th>
          <td className={mergeClasses(CELL, "hidden text-ink-2 md:table-cell")}>
            <Who entry={entry} />
          </td>
          <td className={CELL}>
            <Outcome entry={entry} />
          </td>
          <td className={mergeClasses(CELL, "font-mono text-xs text-ink-3", wide)}>{entry.requestId}</td>
        </tr>
      ))}
    </DataTable>
  );
}
