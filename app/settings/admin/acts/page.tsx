import { ScrollText, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ACTS_PATH, actsPath, tenantPath } from "@/app/_links";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { ListHeader, ListPane, PageLinks } from "@/app/_ui/list/list-pane";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { EntryPane } from "@/app/settings/developer/audit-log/entry-pane";
import { What } from "@/app/settings/developer/audit-log/entry-parts";
import {
  type AdminAction,
  type AdminActionQuery,
  findAdminAction,
  listAdminActions,
} from "@/lib/admin/health/list-admin-actions";
import { ADMINISTRATION_ACTIONS } from "@/lib/audit/record-action";
import { AUDIT_OUTCOMES, readAuditCursor, readAuditQuery, writeAuditCursor } from "@/lib/audit-log/audit-filter";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import { TIME_SPANS } from "@/lib/platform/time-span";
import { requireAdmin } from "../open-administration-page";
import { ActTable } from "./act-table";

export const generateMetadata = pageTitle("administrationActs.title");

export default renderPage("page", async function ActsPage({ searchParams }: { searchParams: SearchParams }) {
  const admin = await requireAdmin(ACTS_PATH);
  const params = await searchParams;
  const { act, outcome, since, q } = readAuditQuery((name) => readText(params, name));
  const query: AdminActionQuery = { act, outcome, since, q };
  const after = readAuditCursor(readText(params, "after"));
  const opened = readAuditCursor(readText(params, "open"));
  const [{ acts, next }, entry, t] = await Promise.all([
    listAdminActions(admin, query, after, LIST_LIMIT_DEFAULT),
    opened && findAdminAction(admin, opened),
    getTranslations("administrationActs"),
  ]);
  const page = { ...query, ...(after ? { after: writeAuditCursor(after) } : {}) };
  const isFiltered = Object.values(page).some(Boolean);
  return (
    <>
      <ListHeader title={t("title")} />
      <ListPane
        tools={<ActFilters key={actsPath({ ...query })} query={query} />}
        list={
          acts.length > 0 ? (
            <ActTable acts={acts} page={page} openedId={entry?.id ?? null} />
          ) : (
            <NoActs isFiltered={isFiltered} />
          )
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
    <EmptyState icon={SearchX} title={t("noMatchTitle")} text={t("noMatchText")} />
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
