import { useTranslations } from "next-intl";
import { FilterForm } from "@/app/_ui/filter-form";
import { SearchField } from "@/app/_ui/search-field";

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
