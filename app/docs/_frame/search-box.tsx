"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId } from "react";
import { useSingleKeys } from "@/app/_ui/single-keys";
import { isBusy } from "@/app/_ui/single-keys-storage";
import { SearchHits } from "./search-hits";
import { useSearch } from "./use-search";

/** A combobox over an index in the browser. Without JavaScript, or before it is loaded, the form asks the server. */
export function SearchBox({ indexUrl }: { indexUrl: string }) {
  const t = useTranslations("docsSearch");
  const listId = useId();
  const { input, state, active, hasFailed, load, show, open, close, handleKey } = useSearch(indexUrl);
  useSlash(input);
  const isExpanded = state !== null && state.hits.length > 0;
  return (
    <search
      className="relative min-w-0 max-w-md flex-1"
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) close();
      }}
    >
      <form action="/docs/search">
        <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-ink-3" />
        <input
          ref={input}
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
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? listId : undefined}
          aria-activedescendant={isExpanded && active >= 0 ? `${listId}-${active}` : undefined}
          className="control pl-8"
          onFocus={load}
          onInput={(event) => show(event.currentTarget.value)}
          onKeyDown={handleKey}
        />
      </form>
      <span role="status" className="sr-only">
        {hasFailed ? t("failed") : state ? t("found", { count: state.hits.length }) : ""}
      </span>
      {state ? (
        <div className="absolute top-full left-0 mt-1.5 max-h-[min(30rem,calc(100dvh-5rem))] w-full overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-float sm:w-[28rem]">
          {isExpanded ? (
            <SearchHits listId={listId} label={t("results")} hits={state.hits} active={active} onOpen={open} />
          ) : (
            <p className="px-2.5 py-3 text-dense text-ink-2">{t("none", { query: state.query })}</p>
          )}
        </div>
      ) : null}
    </search>
  );
}

/** `/` moves to the field, unless single keys are switched off (WCAG 2.1.4). */
function useSlash(input: { current: HTMLInputElement | null }) {
  const [isOn] = useSingleKeys();
  useEffect(() => {
    if (!isOn) return;
    function handle(event: KeyboardEvent) {
      if (event.key !== "/" || event.defaultPrevented || event.isComposing) return;
      if (event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    }
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [isOn, input]);
}
