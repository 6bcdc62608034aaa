import { Search } from "lucide-react";
import { Input } from "./input";

/** The search text of a filter form. */
export function SearchField({ label, text }: { label: string; text: string }) {
  return (
    <span className="relative min-w-44 flex-1 lg:in-data-dense:min-w-28">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 inset-s-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
      <Input name="q" type="search" defaultValue={text} placeholder={label} aria-label={label} className="ps-8" />
    </span>
  );
}
