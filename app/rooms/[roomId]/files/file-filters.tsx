"use client";

import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { FilterForm } from "@/app/_ui/filter-form";
import { FILE_KINDS, FILE_SOURCES, type FileFilter } from "@/lib/files/workspace";

export function FileFilters({ path, filter, isDirect }: { path: string; filter: FileFilter; isDirect: boolean }) {
  const t = useTranslations("files.filters");
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      path={path}
      label={t("label")}
      isFiltered={filter.source !== "" || filter.kind !== ""}
    >
      <ChoiceSelect
        name="kind"
        label={t("kind")}
        value={filter.kind}
        all={t("anyKind")}
        options={FILE_KINDS.map((kind) => [kind, t(`kinds.${kind}`)])}
        className="w-48"
      />
      {isDirect ? null : (
        <ChoiceSelect
          name="source"
          label={t("source")}
          value={filter.source}
          all={t("anySource")}
          options={FILE_SOURCES.map((source) => [source, t(`sources.${source}`)])}
          className="w-40"
        />
      )}
    </FilterForm>
  );
}
