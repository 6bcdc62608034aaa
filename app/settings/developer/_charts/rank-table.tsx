import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Section } from "@/app/_ui/page/section";

const SHOWN_MAX = 12;

interface Ranked {
  key: string;
  name: ReactNode;
  /** Absent: this person cannot open it. */
  href?: string;
  requests: number;
  units?: number;
}

interface RankTableProps {
  id: string;
  title: string;
  subject: string;
  counted?: string;
  rows: readonly Ranked[];
}

export function RankTable({ id, title, subject, counted, rows }: RankTableProps) {
  const t = useTranslations("usage.charts");
  const format = useFormatter();
  const most = Math.max(1, ...rows.map(({ requests }) => requests));
  const hasUnits = rows.some(({ units }) => units !== undefined);
  return (
    <Section id={id} title={title}>
      {rows.length === 0 ? (
        <p className="text-dense text-ink-3">{t("nothing")}</p>
      ) : (
        <table className="w-full table-fixed text-dense">
          <caption className="sr-only">{title}</caption>
          <thead className="text-xs text-ink-3">
            <tr>
              <th scope="col" className="pb-1 font-medium">
                {subject}
              </th>
              <th scope="col" className="w-20 pb-1 text-end font-medium">
                {counted ?? t("requests")}
              </th>
              {hasUnits ? (
                <th scope="col" className="w-20 pb-1 text-end font-medium">
                  {t("units")}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN_MAX).map(({ key, name, href, requests, units }) => (
              <tr key={key}>
                <th scope="row" className="py-1 pe-3 font-normal">
                  {href === undefined ? (
                    <span className="block truncate">{name}</span>
                  ) : (
                    <Link href={href} prefetch={false} className="block truncate underline-offset-4 hover:underline">
                      {name}
                    </Link>
                  )}
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 100 4"
                    preserveAspectRatio="none"
                    className="h-1 w-full rounded-full bg-muted"
                  >
                    <rect width={Math.max(1, (requests / most) * 100)} height="4" className="fill-accent" />
                  </svg>
                </th>
                <td className="py-1 text-end">{format.number(requests)}</td>
                {hasUnits ? <td className="py-1 text-end">{format.number(units ?? 0)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
