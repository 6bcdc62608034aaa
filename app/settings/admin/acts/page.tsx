import { ScrollText, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ACTS_PATH, actsPath, tenantPath } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { DataTable, ListRow, ROW_CELL, RowLink } from "@/app/_ui/list/data-table";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { ListHeader, ListPane, PageLinks } from "@/app/_ui/list/list-pane";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Time } from "@/app/_ui/shown/time";
import { EntryPane } from "@/app/settings/developer/audit-log/entry-pane";
import { Outcome, What, Who } from "@/app/settings/developer/audit-log/entry-parts";
import {
  type AdminAction,
  type AdminActionQuery,
  findAdminAction,
  listAdminActions,
} from "@/lib/admin/health/list-admin-actions";
import { findOwners } from "@/lib/admin/tenants/queries";
import { ADMINISTRATION_ACTIONS } from "@/lib/audit/record-action";
import { AUDIT_OUTCOMES, readAuditCursor, readAuditQuery, writeAuditCursor } from "@/lib/audit-log/audit-filter";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import { TIME_SPANS } from "@/lib/platform/time-span";
import { FoundOwners } from "../_owners/found-owners";
import { requireAdmin } from "../open-administration-page";

export const generateMetadata = pageTitle("administrationActs.title");

export default renderPage("page", async function ActsPage({ searchParams }: { searchParams: SearchParams }) {
  const admin = await requireAdmin(ACTS_PATH);
  const params = await searchParams;
  const { act, outcome, since, q } = readAuditQuery((name) => readText(params, name));
  const query: AdminActionQuery = { act, outcome, since, q };
  const after = readAuditCursor(readText(params, "after"));
  const opened = readAuditCursor(readText(params, "open"));
  const [{ actions, next }, entry, found, t] = await Promise.all([
    listAdminActions(admin, query, after, LIST_LIMIT_DEFAULT),
    opened && findAdminAction(admin, opened),
    isTyped(q) ? findOwners(admin, q) : null,
    getTranslations("administrationActs"),
  ]);
  const page = { ...query, ...(after ? { after: writeAuditCursor(after) } : {}) };
  const isFiltered = Object.values(page).some(Boolean);
  const hasOwners = found !== null && found.owners.length > 0;
  return (
    <>
      <ListHeader title={t("title")} />
      <ListPane
        tools={<ActFilters key={actsPath({ ...query })} query={query} />}
        list={
          <>
            {hasOwners ? (
              <FoundOwners
                owners={found}
                hrefOf={({ tenantId }) => actsPath({ ...query, q: tenantId })}
                alsoOf={({ ownerId, name, email }) =>
                  email === null
                    ? null
                    : { href: actsPath({ ...query, q: ownerId }), text: t("by", { name: name ?? email }) }
                }
              />
            ) : null}
            {actions.length > 0 ? (
              <ActTable actions={actions} page={page} openedId={entry?.id ?? null} />
            ) : hasOwners ? null : (
              <NoActs isFiltered={isFiltered} />
            )}
          </>
        }
        about={t("description")}
        pane={
          entry && {
            id: entry.id,
            title: <What entry={entry} />,
            label: t("pane"),
            closeLabel: t("close"),
            closePath: actsPath(page),
            children: <ActPane act={entry} q={q} />,
          }
        }
      />
      <PageLinks
        label={t("pages")}
        newest={after === null ? null : actsPath({ ...query })}
        older={next && actsPath({ ...query, after: writeAuditCursor(next) })}
      />
    </>
  );
});

/** An id finds its rows by itself. */
const isTyped = (q: string) => q !== "" && !/^[a-z]+_[0-9a-zA-Z-]{20,}$/.test(q);

function ActPane({ act, q }: { act: AdminAction; q: string }) {
  const [t, tenants] = [useTranslations("administrationActs"), useTranslations("tenants")];
  return (
    <div className="grid gap-4">
      {act.tenantId === null ? null : (
        <p className="text-dense">
          <Link href={tenantPath(act.tenantId)} prefetch={false} className="underline underline-offset-4">
            {t("toTenant", { name: act.tenantName ?? tenants("noName") })}
          </Link>
        </p>
      )}
      <EntryPane entry={act} q={q} pathOf={(id) => actsPath({ q: id })} proof={null} />
    </div>
  );
}

function NoActs({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations("administrationActs");
  return isFiltered ? (
    <EmptyState icon={SearchX} title={t("noMatchTitle")} />
  ) : (
    <EmptyState icon={ScrollText} title={t("emptyTitle")} text={t("emptyText")} />
  );
}

function ActFilters({ query }: { query: AdminActionQuery }) {
  const [t, log] = [useTranslations("administrationActs"), useTranslations("auditLog")];
  return (
    <FilterForm path={ACTS_PATH} label={t("filter")} isFiltered={Object.values(query).some(Boolean)}>
      <ChoiceSelect
        name="act"
        label={log("filters.act")}
        value={query.act}
        all={log("filters.allActs")}
        className="w-56"
        options={ADMINISTRATION_ACTIONS.map((act) => [act, log(`acts.${act}`)])}
      />
      <ChoiceSelect
        name="outcome"
        label={log("filters.outcome")}
        value={query.outcome}
        all={log("filters.allOutcomes")}
        options={AUDIT_OUTCOMES.map((outcome) => [outcome, log(`outcomes.${outcome}`)])}
      />
      <ChoiceSelect
        name="since"
        label={log("filters.since")}
        value={query.since}
        all={log("filters.anyTime")}
        options={TIME_SPANS.map((span) => [span, log(`filters.spans.${span}`)])}
      />
      <SearchField label={t("id")} text={query.q} />
    </FilterForm>
  );
}

interface ActTableProps {
  actions: readonly AdminAction[];
  page: Readonly<Record<string, string>>;
  openedId: string | null;
}

function ActTable({ actions, page, openedId }: ActTableProps) {
  const [t, columns] = [useTranslations("administrationActs"), useTranslations("auditLog.columns")];
  const isNarrow = openedId !== null;
  const inMost = isNarrow ? "hidden xl:table-cell" : "hidden sm:table-cell";
  const inWide = isNarrow ? "hidden 2xl:table-cell" : "hidden md:table-cell";
  return (
    <DataTable
      caption={t("caption")}
      columns={[
        { name: columns("at"), className: joinClasses("w-52", inMost) },
        { name: columns("what") },
        { name: t("concerns"), className: inWide },
        { name: columns("who"), className: joinClasses("w-48", inWide) },
        { name: columns("outcome"), className: "w-24" },
      ]}
    >
      {actions.map((act) => (
        <ListRow key={act.id} isOpened={act.id === openedId}>
          <td className={joinClasses(ROW_CELL, "text-ink-2", inMost)}>
            <Time value={act.at.toISOString()} style="precise" />
          </td>
          <th scope="row" className={joinClasses(ROW_CELL, "font-normal")}>
            <RowLink id={act.id} openedId={openedId} href={actsPath({ ...page, open: writeAuditCursor(act) })}>
              <What entry={act} />
            </RowLink>
          </th>
          <td className={joinClasses(ROW_CELL, "text-ink-2", inWide)}>
            {act.tenantName ?? <span className="font-mono text-xs">{act.resourceId}</span>}
          </td>
          <td className={joinClasses(ROW_CELL, "text-ink-2", inWide)}>
            <Actor act={act} />
          </td>
          <td className={ROW_CELL}>
            <Outcome entry={act} />
          </td>
        </ListRow>
      ))}
    </DataTable>
  );
}

function Actor({ act }: { act: AdminAction }) {
  const t = useTranslations("administrationActs");
  return act.details?.["by"] === "svc-server setup" ? t("commandLine") : <Who entry={act} />;
}
