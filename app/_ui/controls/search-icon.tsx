import { Search } from "lucide-react";

export function SearchIcon() {
  return (
    <Search aria-hidden className="pointer-events-none absolute inset-y-0 inset-s-2.5 my-auto size-4 text-ink-3" />
  );
}
