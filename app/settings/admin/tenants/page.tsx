import { SearchX } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { TENANTS_PATH, tenantsPath } from "@/app/_links";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { PageLinks } from "@/app/_ui/list/list-pane";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { listTenants } from "@/lib/admin/tenants/queries";
import { requireAdmin } from "../open-administration-page";
import { TenantTable } from "./tenant-table";

export const generateMetadata = pageTitle("tenants.title");

const SUSPENDED = "suspended";

export default renderPage("page", async function TenantsPage({ searchParams }: { searchParams: SearchParams }) {
  const admin = await requireAdmin(TENANTS_PATH);
  const [given, t] = await Promise.all([searchParams, getTranslations("tenants")]);
  const filter = { q: readText(given, "q").trim(), status: readText(given, "status") === SUSPENDED ? SUSPENDED : "" };
  const after = readText(given, "after");
  const { tenants, next } = await listTenants(admin, {
    search: filter.q,
    isSuspended: filter.status === SUSPENDED,
    after: after === "" ? null : after,
  });
  return (
    <>
      <PageHeader title={t("title")} />
      <FilterForm
        key={`${filter.q} ${filter.status}`}
        path={TENANTS_PATH}
        label={t("filter")}
        isFiltered={filter.q !== "" || filter.status !== ""}
      >
        <SearchField label={t("search")} text={filter.q} />
        <ChoiceSelect
          name="status"
          label={t("status")}
          value={filter.status}
          all={t("all")}
          options={[[SUSPENDED, t("suspendedOnly")]]}
        />
      </FilterForm>
      {tenants.length === 0 ? (
        <EmptyState icon={SearchX} title={t("emptyTitle")} text={t("emptyText")} />
      ) : (
        <>
          <TenantTable tenants={tenants} />
          <p className="mt-3 text-xs text-ink-3">{t("count", { count: tenants.length })}</p>
        </>
      )}
      <PageLinks
        label={t("pages")}
        newest={after === "" ? null : tenantsPath(filter)}
        older={next === null ? null : tenantsPath({ ...filter, after: next })}
      />
    </>
  );
});
