import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { joinClasses } from "../controls/join-classes";
import { LinkPending } from "../controls/link-pending";

export interface Column {
  name: string;
  className?: string;
  /** Caption for screen readers only. */
  isNameHidden?: boolean;
}

interface DataTableProps {
  caption: string;
  columns: readonly Column[];
  children: ReactNode;
}

export function DataTable({ caption, columns, children }: DataTableProps) {
  return (
    <div className="card overflow-clip">
      <table className="w-full table-fixed text-dense">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line bg-muted/60">
          <tr>
            {columns.map(({ name, className, isNameHidden = false }) => (
              <th
                key={name}
                scope="col"
                className={joinClasses(
                  "h-9 px-3 text-xs font-medium text-ink-3 first:ps-4 in-data-dense:sticky in-data-dense:top-14 in-data-dense:z-10 in-data-dense:h-7 in-data-dense:bg-muted in-data-dense:lg:top-0",
                  className,
                )}
              >
                {isNameHidden ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}

export const ROW_HEIGHT = "h-7.5 pointer-coarse:h-9";
export const ROW_CELL = `${ROW_HEIGHT} truncate px-3 first:ps-4`;

/** A row of a list with a pane. WebKit ignores `relative` on rows: moved by nothing, this one still holds its link. */
export function ListRow({ isOpened, children }: { isOpened: boolean; children: ReactNode }) {
  return (
    <tr
      className={joinClasses(
        "[translate:0] transition-colors",
        isOpened ? "bg-accent-soft" : "hover:bg-muted/50 has-[a[data-row]:focus-visible]:bg-muted",
      )}
    >
      {children}
    </tr>
  );
}

interface RowLinkProps extends Pick<ComponentProps<typeof Link>, "href" | "className" | "children"> {
  /** The same in every refresh: it finds the row again, and tells new rows from known ones. */
  id: string;
  openedId: string | null;
}

/** Opens its row in the pane; the whole row is its target. While a row is open, the next one takes its place in the history. */
export function RowLink({ id, openedId, className, children, ...link }: RowLinkProps) {
  return (
    <Link
      scroll={false}
      prefetch={false}
      replace={openedId !== null}
      data-row={id}
      aria-current={id === openedId ? "true" : undefined}
      className={joinClasses(
        "scroll-mt-24 underline-offset-4 after:absolute after:inset-0 hover:underline lg:scroll-mt-10",
        className,
      )}
      {...link}
    >
      {children}
      <LinkPending className="absolute inset-y-0 inset-s-0 w-0.5" />
    </Link>
  );
}
