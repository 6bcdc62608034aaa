import { useTranslations } from "next-intl";
import { ACTS_PATH } from "@/app/_links";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { FilterForm } from "@/app/_ui/list/filter-form";
import type { AdminActionQuery } from "@/lib/admin/health/list-admin-actions";
import { ADMINISTRATION_ACTIONS } from "@/lib/audit/record-action";
import { AUDIT_OUTCOMES } from "@/lib/audit-log/audit-filter";
import { TIME_SPANS } from "@/lib/platform/time-span";

export function ActFilters({ query }: { query: AdminActionQuery }) {
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
