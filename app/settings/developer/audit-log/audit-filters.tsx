import { useTranslations } from "next-intl";
import { AUDIT_PATH, writeQuery } from "@/app/_links";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { ACTIONS } from "@/lib/audit/record-action";
import { AUDIT_KINDS, AUDIT_OUTCOMES, type AuditQuery } from "@/lib/audit-log/audit-filter";
import { TIME_SPANS } from "@/lib/platform/time-span";

export function AuditFilters({ query }: { query: AuditQuery }) {
  const t = useTranslations("auditLog");
  const { area, kind: chosenKind, ...filters } = query;
  const setCount = Object.values(filters).filter(Boolean).length;
  return (
    <FilterForm
      path={AUDIT_PATH}
      clearPath={`${AUDIT_PATH}${writeQuery({ area })}`}
      label={t("filters.label")}
      isFiltered={setCount > 0}
      setCount={setCount}
      lead={
        <>
          <input type="hidden" name="area" value={area} />
          <ChoiceSelect
            name="kind"
            label={t("filters.kind")}
            value={chosenKind}
            options={AUDIT_KINDS.map((kind) => [kind, t(`kinds.${kind}`)])}
          />
        </>
      }
    >
      <ChoiceSelect
        name="act"
        label={t("filters.act")}
        value={query.act}
        all={t("filters.allActs")}
        options={ACTIONS.map((act) => [act, t(`acts.${act}`)])}
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
