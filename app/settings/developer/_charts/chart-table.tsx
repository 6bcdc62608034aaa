import { ChevronRight } from "lucide-react";
import Link from "next/link";

interface ChartTableProps {
  label: string;
  caption: string;
  columns: readonly string[];
  rows: readonly { key: string; head: string; href?: string; cells: readonly (string | number)[] }[];
}

export function ChartTable({ label, caption, columns, rows }: ChartTableProps) {
  return (
    <details className="group mt-3">
      <summary className="inline-flex min-h-6 items-center gap-1 rounded-control text-xs text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        {label}
      </summary>
      <table className="mt-2 w-full text-dense">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`py-1 text-xs font-medium text-ink-3 ${index === 0 ? "" : "text-end"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, head, href, cells }) => (
            <tr key={key}>
              <th scope="row" className="py-1 font-normal">
                {href === undefined ? (
                  head
                ) : (
                  <Link href={href} prefetch={false} className="underline underline-offset-4">
                    {head}
                  </Link>
                )}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="py-1 text-end">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
