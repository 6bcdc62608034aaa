import type { ReactNode } from "react";
import { mergeClasses } from "../controls/merge-classes";

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
                className={mergeClasses(
                  "h-9 px-3 text-start text-xs font-medium text-ink-3 first:ps-4 in-data-dense:sticky in-data-dense:top-14 in-data-dense:z-10 in-data-dense:h-7 in-data-dense:bg-muted in-data-dense:lg:top-0",
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
