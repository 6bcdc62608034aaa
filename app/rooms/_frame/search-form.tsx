import { useTranslations } from "next-intl";
import { SearchField } from "@/app/_ui/form/search-field";
import { FilterForm } from "@/app/_ui/list/filter-form";

export function SearchForm({ path, search, label }: { path: string; search: string; label: string }) {
  const t = useTranslations("rooms.search");
  return (
    <FilterForm
      key={search}
      path={path}
      label={label}
      apply={t("apply")}
      clear={t("clear")}
      isFiltered={search !== ""}
      className="mb-5"
    >
      <SearchField label={label} text={search} />
    </FilterForm>
  );
}
