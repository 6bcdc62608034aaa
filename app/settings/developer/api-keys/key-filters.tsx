"use client";

import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { FilterForm } from "@/app/_ui/filter-form";
import { SearchField } from "@/app/_ui/search-field";
import { KEY_STATES } from "@/lib/api-keys/api-key";
import type { KeyFilter } from "@/lib/api-keys/key-summary";

interface KeyFiltersProps {
  filter: KeyFilter;
  organizations: readonly { id: string; name: string }[];
}

const PATH = "/settings/developer/api-keys";

export function KeyFilters({ filter, organizations }: KeyFiltersProps) {
  const t = useTranslations("keyForm.filters");
  const states = useTranslations("keyForm.states");
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      path={PATH}
      label={t("label")}
      isFiltered={filter.state !== "" || filter.owner !== "" || filter.text !== ""}
    >
      <SearchField label={t("text")} text={filter.text} />
      <ChoiceSelect
        name="state"
        label={t("state")}
        value={filter.state}
        all={t("allStates")}
        options={(["usable", ...KEY_STATES] as const).map((state) => [state, states(state)])}
        className="w-40"
      />
      {organizations.length > 0 ? (
        <ChoiceSelect
          name="owner"
          label={t("owner")}
          value={filter.owner}
          all={t("allOwners")}
          options={[["me", t("me")], ...organizations.map(({ id, name }) => [id, name] as const)]}
          className="w-40"
        />
      ) : null}
    </FilterForm>
  );
}
