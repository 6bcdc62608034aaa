import Link from "next/link";
import { useTranslations } from "next-intl";
import { REQUESTS_PATH, writeQuery } from "@/app/_links";
import { Panel } from "@/app/_ui/page/panel";
import type { Usage } from "@/lib/requests/usage";
import { RequestSparkline } from "../_charts/request-sparkline";

const HOURS_SHOWN = 24;

export function RequestTotals({ usages }: { usages: readonly Usage[] }) {
  const t = useTranslations("overview.requests");
  return (
    <Panel id="request-totals" title={t("day")}>
      <ul className="-my-2 divide-y divide-line">
        {usages.map((usage) => (
          <AreaTotals key={usage.area.ownerId} usage={usage} />
        ))}
      </ul>
    </Panel>
  );
}

function AreaTotals({ usage: { area, hours } }: { usage: Usage }) {
  const t = useTranslations("overview.requests");
  const own = useTranslations("overview.units");
  const day = hours.slice(-HOURS_SHOWN);
  const sum = (read: (hour: (typeof day)[number]) => number) => day.reduce((total, hour) => total + read(hour), 0);
  const errors = sum(({ refused, failed }) => refused + failed);
  const link = (filter: Record<string, string>) =>
    `${REQUESTS_PATH}${writeQuery({ area: area.ownerId, since: "24h", ...filter })}`;
  return (
    <li className="grid grid-cols-1 items-center gap-x-5 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
      <h3 className="truncate text-dense font-medium">{area.kind === "user" ? own("own") : area.name}</h3>
      <RequestSparkline hours={day} />
      <p className="flex flex-wrap gap-x-4 text-dense sm:w-56 sm:justify-end">
        <Link href={link({})} className="underline underline-offset-4">
          {t("count", { count: sum(({ requests }) => requests) })}
        </Link>
        {errors === 0 ? (
          <span className="text-ink-3">{t("noErrors")}</span>
        ) : (
          <Link
            href={link({ status: sum(({ failed }) => failed) > 0 ? "5xx" : "4xx" })}
            className="text-bad underline underline-offset-4"
          >
            {t("errors", { count: errors })}
          </Link>
        )}
      </p>
    </li>
  );
}
