import { useTranslations } from "next-intl";
import { SearchIcon } from "@/app/_ui/controls/search-icon";
import { RESULTS_MAX } from "@/lib/docs/search-engine";

const LIST_ID = "search-results";
const KINDS = ["guide", "operation", "error", "event", "list"] as const;

/** A combobox that _light/browser/search-box.ts works. Without a script, or before it is there, the form asks the server. */
export function SearchBox({ indexUrl }: { indexUrl: string }) {
  const t = useTranslations("docsSearch");
  const found = Array.from({ length: RESULTS_MAX + 1 }, (_, count) => t("found", { count }));
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, t(`kinds.${kind}`)]));
  return (
    <search className="relative min-w-0 max-w-md flex-1" data-search={indexUrl}>
      <form action="/docs/search">
        <SearchIcon />
        <input
          name="q"
          type="search"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t("placeholder")}
          aria-label={t("label")}
          aria-keyshortcuts="/"
          aria-autocomplete="list"
          aria-expanded={false}
          aria-controls={LIST_ID}
          className="control ps-8"
          data-search-field
        />
      </form>
      <span
        role="status"
        className="sr-only"
        data-search-status
        data-found={JSON.stringify(found)}
        data-failed={t("failed")}
        data-kinds={JSON.stringify(kinds)}
      />
      <div
        hidden
        className="absolute top-full inset-s-0 mt-1.5 max-h-[min(30rem,calc(100dvh-5rem))] w-full overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-float sm:w-[28rem]"
        data-search-box
      >
        <div id={LIST_ID} role="listbox" aria-label={t("results")} data-search-list />
        <p hidden className="px-2.5 py-3 text-dense text-ink-2" data-search-none={t("none", { query: "{query}" })} />
      </div>
      <HitModel />
    </search>
  );
}

function HitModel() {
  return (
    <div
      hidden
      role="option"
      tabIndex={-1}
      aria-selected={false}
      className="cursor-pointer rounded-control px-2.5 py-2 hover:bg-muted aria-selected:bg-accent-soft aria-selected:hover:bg-accent-soft"
      data-search-hit
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium" data-hit-title />
        <span className="shrink-0 text-xs text-ink-2" data-hit-kind />
      </span>
      <span className="line-clamp-2 text-xs text-ink-2" data-hit-excerpt />
    </div>
  );
}
