import { Ban, CircleCheck } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { tenantPath } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { DataTable } from "@/app/_ui/list/data-table";
import { Status } from "@/app/_ui/shown/status";
import type { TenantSummary } from "@/lib/admin/tenants/queries";

const CELL = "px-3 py-3 align-top first:ps-4";
const NUMBER = "text-end tabular-nums";
const WIDTHS = {
  name: "",
  plan: "hidden w-28 md:table-cell",
  members: joinClasses("hidden w-24 lg:table-cell", NUMBER),
  units: joinClasses("hidden w-28 sm:table-cell", NUMBER),
  keys: joinClasses("hidden w-20 xl:table-cell", NUMBER),
  webhooks: joinClasses("hidden w-28 xl:table-cell", NUMBER),
  status: "w-32",
} as const;
const COLUMNS = ["name", "plan", "members", "units", "keys", "webhooks", "status"] as const;
const COUNTS = ["members", "units", "keys", "webhooks"] as const;

export function TenantTable({ tenants }: { tenants: readonly TenantSummary[] }) {
  const t = useTranslations("tenants");
  const columns = COLUMNS.map((column) => ({ name: t(`columns.${column}`), className: WIDTHS[column] }));
  return (
    <DataTable caption={t("title")} columns={columns}>
      {tenants.map((tenant) => (
        <TenantRow key={tenant.id} tenant={tenant} />
      ))}
    </DataTable>
  );
}

function TenantRow({ tenant }: { tenant: TenantSummary }) {
  const t = useTranslations("tenants");
  const format = useFormatter();
  const { id, name, email, kind, plan, suspension } = tenant;
  return (
    <tr className="transition-colors hover:bg-muted/50">
      <th scope="row" className={joinClasses(CELL, "font-normal")}>
        <Link
          href={tenantPath(id)}
          prefetch={false}
          className="font-medium text-ink underline-offset-4 hover:underline"
        >
          {name ?? t("noName")}
        </Link>
        <span className="mt-0.5 block truncate text-xs text-ink-3">{email ?? t(`kinds.${kind}`)}</span>
      </th>
      <td className={joinClasses(CELL, WIDTHS.plan)}>{t(`plans.${plan}`)}</td>
      {COUNTS.map((count) => (
        <td key={count} className={joinClasses(CELL, WIDTHS[count])}>
          {format.number(tenant[count] ?? 0)}
        </td>
      ))}
      <td className={CELL}>
        <TenantStatus isSuspended={suspension !== null} />
      </td>
    </tr>
  );
}

export function TenantStatus({ isSuspended }: { isSuspended: boolean }) {
  const t = useTranslations("tenants");
  return (
    <Status tone={isSuspended ? "bad" : "good"} icon={isSuspended ? Ban : CircleCheck}>
      {t(isSuspended ? "suspended" : "active")}
    </Status>
  );
}
