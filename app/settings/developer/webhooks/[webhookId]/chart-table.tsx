import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";

interface ChartTableProps {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly [string, ...(string | number)[]])[];
}

/** The same numbers for those who would rather read them. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  const t = useTranslations("webhooks.charts");
  return (
    <details className="group mt-3">
      <summary className="inline-flex min-h-6 items-center gap-1 rounded-control text-xs text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        {t("asTable")}
      </summary>
      <table className="mt-2 w-full text-dense">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, n) => (
              <th
                key={column}
                scope="col"
                className={`py-1 text-xs font-medium text-ink-3 ${n === 0 ? "text-left" : "text-right"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([head, ...cells]) => (
            <tr key={head}>
              <th scope="row" className="py-1 text-left font-normal">
                {head}
              </th>
              {cells.map((cell, n) => (
                <td key={columns[n + 1]} className="py-1 text-right">
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
