import { CircleX, Clock, type LucideIcon, Pause, ShieldBan } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { troubledHostsPath } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { DataTable, ListRow, ROW_CELL, RowLink } from "@/app/_ui/list/data-table";
import { Ago } from "@/app/_ui/shown/ago";
import { Status, type Tone } from "@/app/_ui/shown/status";
import {
  COUNTED_PER_WEBHOOK,
  type LastFailure,
  type Trouble,
  type TroubledHost,
  type TroubledWebhook,
} from "@/lib/admin/health/troubled-host";

interface HostTableProps {
  hosts: readonly TroubledHost[];
  filter: Readonly<Record<string, string>>;
  openedHost: string | null;
}

export function HostTable({ hosts, filter, openedHost }: HostTableProps) {
  const t = useTranslations("troubledHosts.columns");
  const isNarrow = openedHost !== null;
  const inMost = isNarrow ? "hidden" : "hidden md:table-cell";
  const inWide = isNarrow ? "hidden 2xl:table-cell" : "hidden lg:table-cell";
  const inTrouble = isNarrow ? "hidden 2xl:table-cell" : "hidden sm:table-cell";
  const isBelow = isNarrow ? "2xl:hidden" : "sm:hidden";
  const number = "w-24 text-end tabular-nums";
  return (
    <DataTable
      caption={t("caption")}
      columns={[
        { name: t("host") },
        { name: t("trouble"), className: joinClasses("w-64", inTrouble) },
        { name: t("oldest"), className: joinClasses("w-36", inMost) },
        { name: t("failure"), className: inWide },
        { name: t("webhooks"), className: joinClasses(number, inWide) },
        { name: t("tenants"), className: joinClasses(number, inWide) },
      ]}
    >
      {hosts.map((row) => (
        <HostRow
          key={row.host}
          row={row}
          openedHost={openedHost}
          href={troubledHostsPath({ ...filter, host: row.host })}
          classes={{ inTrouble, isBelow, inMost, inWide, number }}
        />
      ))}
    </DataTable>
  );
}

interface HostRowProps {
  row: TroubledHost;
  openedHost: string | null;
  href: string;
  classes: Readonly<Record<"inTrouble" | "isBelow" | "inMost" | "inWide" | "number", string>>;
}

function HostRow({ row, openedHost, href, classes: { inTrouble, isBelow, inMost, inWide, number } }: HostRowProps) {
  const format = useFormatter();
  return (
    <ListRow isOpened={row.host === openedHost}>
      <th scope="row" className={joinClasses(ROW_CELL, "py-1.5 font-normal")}>
        <RowLink id={row.host} openedId={openedHost} href={href} className="font-mono text-xs">
          {row.host}
        </RowLink>
        <span className={joinClasses("mt-1 block", isBelow)}>
          <TroubleCounts of={row} />
        </span>
      </th>
      <td className={joinClasses(ROW_CELL, "py-1.5", inTrouble)}>
        <TroubleCounts of={row} />
      </td>
      <td className={joinClasses(ROW_CELL, "text-ink-2", inMost)}>{row.oldestAt && <Ago value={row.oldestAt} />}</td>
      <td className={joinClasses(ROW_CELL, "text-ink-2", inWide)}>
        {row.lastFailure && <FailureText failure={row.lastFailure} />}
      </td>
      <td className={joinClasses(ROW_CELL, number, inWide)}>{format.number(row.webhooks.length)}</td>
      <td className={joinClasses(ROW_CELL, number, inWide)}>{format.number(row.tenantIds.length)}</td>
    </ListRow>
  );
}

const LOOKS: Readonly<Record<Trouble, { tone: Tone; icon: LucideIcon }>> = {
  late: { tone: "bad", icon: Clock },
  failing: { tone: "warn", icon: CircleX },
  held: { tone: "neutral", icon: Pause },
  suspended: { tone: "neutral", icon: ShieldBan },
};

export function TroubleCounts({ of }: { of: TroubledHost | TroubledWebhook }) {
  const { troubles, counts, attempts } = of;
  const webhooks = "webhooks" in of ? of.webhooks : [of];
  const t = useTranslations("troubledHosts");
  const format = useFormatter();
  const write = (trouble: Trouble) => {
    const number = format.number(counts[trouble]);
    if (trouble === "failing") return t("counts.failing", { failed: number, attempts: format.number(attempts) });
    const isMost = webhooks.some((webhook) => webhook.counts[trouble] >= COUNTED_PER_WEBHOOK);
    return t(`counts.${trouble}`, { count: isMost ? t("most", { count: number }) : number });
  };
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {troubles.map((trouble) => (
        <Status key={trouble} {...LOOKS[trouble]}>
          {write(trouble)}
        </Status>
      ))}
    </span>
  );
}

export function FailureText({ failure: { diagnosis, statusCode } }: { failure: LastFailure }) {
  const t = useTranslations("deliveries.diagnosis");
  return (
    <>
      {statusCode === null ? null : <span className="me-1.5 font-mono text-xs">HTTP {statusCode}</span>}
      {t(`${diagnosis}.title`)}
    </>
  );
}
