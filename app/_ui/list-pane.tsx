import { X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { RowKeys } from "./row-keys";

interface ListPaneProps {
  /** Rows, each with a link marked by `data-row`. */
  list: ReactNode;
  /** The opened row; null while none is. */
  pane: { title: ReactNode; closePath: string; closeLabel: string; label: string; children: ReactNode } | null;
}

/** A dense list, and the opened row beside it. On a narrow screen the row takes the place of the list. */
export function ListPane({ list, pane }: ListPaneProps) {
  return (
    <div data-wide className={pane ? "grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]" : undefined}>
      <RowKeys />
      <div className={pane ? "hidden min-w-0 lg:block" : undefined}>{list}</div>
      {pane ? (
        <section aria-label={pane.label} className="card min-w-0 lg:sticky lg:top-4">
          <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
            <h2 className="min-w-0 truncate font-semibold">{pane.title}</h2>
            <Link
              href={pane.closePath}
              scroll={false}
              aria-label={pane.closeLabel}
              data-close-pane
              className="grid size-8 shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-muted hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Link>
          </div>
          <div className="px-4 py-3">{pane.children}</div>
        </section>
      ) : null}
    </div>
  );
}
