import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { mergeClasses } from "@/app/_ui/merge-classes";
import type { SearchHit } from "@/lib/docs/search-engine";

interface SearchHitsProps {
  listId: string;
  label: string;
  hits: readonly SearchHit[];
  /** The position that the field points to; -1 is the field itself. */
  active: number;
  onOpen: (hit: SearchHit) => void;
}

export function SearchHits({ listId, label, hits, active, onOpen }: SearchHitsProps) {
  const t = useTranslations("docsSearch.kinds");
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div id={listId} role="listbox" aria-label={label}>
      {hits.map((hit, position) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
        <div
          key={hit.url}
          {...(position === active ? { ref: row } : {})}
          id={`${listId}-${position}`}
          role="option"
          tabIndex={-1}
          aria-selected={position === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(hit)}
          className={mergeClasses(
            "cursor-pointer rounded-control px-2.5 py-2 hover:bg-muted",
            position === active && "bg-accent-soft hover:bg-accent-soft",
          )}
        >
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 font-medium break-words">{hit.title}</span>
            <span className="shrink-0 text-xs text-ink-2">{t(hit.kind)}</span>
          </span>
          <span className="line-clamp-2 text-xs text-ink-2">
            {hit.page === hit.title ? hit.excerpt : `${hit.page}: ${hit.excerpt}`}
          </span>
        </div>
      ))}
    </div>
  );
}
