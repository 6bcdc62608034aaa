import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { FilterForm } from "@/app/_ui/filter-form";
import { SearchField } from "@/app/_ui/search-field";
import { ADMINISTRATION_ACTS } from "@/lib/administration/acts";
import type { ActQuery } from "@/lib/administration/list-acts";
import { AUDIT_OUTCOMES } from "@/lib/overview/audit-filter";
import { TIME_SPANS } from "@/lib/platform/time-span";
import { ACTS_PATH } from "../paths";

export function ActFilters({ query }: { query: ActQuery }) {
  const [t, log] = [useTranslations("administrationActs"), useTranslations("auditLog")];
  return (
    <FilterForm path={ACTS_PATH} label={t("filter")} isFiltered={Object.values(query).some(Boolean)}>
      <ChoiceSelect
        name="act"
        label={log("filters.act")}
        value={query.act}
        all={log("filters.allActs")}
        className="w-56"
        options={ADMINISTRATION_ACTS.map((act) => [act, log(`acts.${act}`)])}
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
