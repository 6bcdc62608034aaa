import { SearchIcon } from "../controls/search-icon";
import { Input } from "./input";

export function SearchField({ label, text }: { label: string; text: string }) {
  return (
    <span className="relative min-w-44 flex-1 lg:in-data-dense:min-w-28">
      <SearchIcon />
      <Input name="q" type="search" defaultValue={text} placeholder={label} aria-label={label} className="ps-8" />
    </span>
  );
}
