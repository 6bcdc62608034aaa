"use client";

import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { FilterForm } from "@/app/_ui/filter-form";
import { SearchField } from "@/app/_ui/search-field";
import type { RecordFilter } from "@/lib/records/filter";
import { RECORD_ORIGINS, RECORD_STATUSES } from "@/lib/records/record";

export function RecordFilters({ path, filter }: { path: string; filter: RecordFilter }) {
  const t = useTranslations("roomRecords");
  const { status, origin, text } = filter;
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      path={path}
      label={t("filters.label")}
      isFiltered={status !== "" || origin !== "" || text !== ""}
    >
      <SearchField label={t("filters.text")} text={text} />
      <ChoiceSelect
        name="status"
        label={t("filters.status")}
        value={status}
        all={t("filters.open")}
        options={[
          ["all", t("filters.all")],
          ...RECORD_STATUSES.map((known) => [known, t(`statuses.${known}`)] as const),
        ]}
        className="w-44"
      />
      <ChoiceSelect
        name="origin"
        label={t("filters.origin")}
        value={origin}
        all={t("filters.anyOrigin")}
        options={RECORD_ORIGINS.map((known) => [known, t(`origins.${known}`)])}
        className="w-44"
      />
    </FilterForm>
  );
}
