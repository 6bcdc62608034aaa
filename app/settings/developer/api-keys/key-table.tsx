import { Lightbulb, RefreshCw, Trash2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { DataTable } from "@/app/_ui/data-table";
import { Menu, MenuLink } from "@/app/_ui/menu";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { Time } from "@/app/_ui/time";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { KeyStatus } from "./key-status";
import { LastUsed } from "./last-used";

const CELL = "px-3 py-3 align-top first:pl-4";

export function KeyTable({ keys, now }: { keys: readonly KeySummary[]; now: string }) {
  const t = useTranslations("keys");
  const columns = [
    { name: t("columns.key") },
    { name: t("columns.owner"), className: "hidden w-32 lg:table-cell" },
    { name: t("columns.scopes"), className: "hidden w-24 xl:table-cell" },
    { name: t("columns.lastUsed"), className: "hidden w-36 md:table-cell" },
    { name: t("columns.expires"), className: "hidden w-32 lg:table-cell" },
    { name: t("columns.state"), className: "w-32 sm:w-36" },
    { name: t("columns.actions"), className: "hidden w-12 sm:table-cell", isNameHidden: true },
  ];
  return (
    <DataTable caption={t("title")} columns={columns}>
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} now={now} />
      ))}
    </DataTable>
  );
}

function KeyRow({ apiKey, now }: { apiKey: KeySummary; now: string }) {
  const t = useTranslations("keys");
  const path = `/settings/developer/api-keys/${apiKey.id}`;
  const owner = apiKey.owner.kind === "organization" ? apiKey.owner.name : t("ownerMe");
  return (
    <tr className={mergeClasses("transition-colors hover:bg-muted/50", !apiKey.isUsable && "text-ink-2")}>
      <th scope="row" className={mergeClasses(CELL, "text-left font-normal")}>
        <Link href={path} className="font-medium text-ink underline-offset-4 hover:underline">
          {apiKey.name}
        </Link>
        <span className="mt-0.5 block truncate font-mono text-xs text-ink-3">{apiKey.maskedKey}</span>
        <span className="mt-0.5 block truncate text-xs text-ink-3 lg:hidden">{owner}</span>
        <span className="mt-1 block text-xs text-ink-2 md:hidden">
          <LastUsed apiKey={apiKey} now={now} />
        </span>
        {apiKey.isForgotten ? <Advice path={path} /> : null}
      </th>
      <td className={mergeClasses(CELL, "hidden lg:table-cell")}>
        <span className="block truncate">{owner}</span>
        <span className="block truncate text-xs text-ink-3">{t("by", { name: apiKey.createdByName ?? "?" })}</span>
      </td>
      <td className={mergeClasses(CELL, "hidden xl:table-cell")}>
        <span title={apiKey.scopes.join(", ")}>{t("scopeCount", { count: apiKey.scopes.length })}</span>
      </td>
      <td className={mergeClasses(CELL, "hidden md:table-cell")}>
        <LastUsed apiKey={apiKey} now={now} />
      </td>
      <td className={mergeClasses(CELL, "hidden lg:table-cell")}>
        {apiKey.expiresAt === null ? (
          <span className="text-ink-3">{t("noExpiry")}</span>
        ) : (
          <Time value={apiKey.expiresAt} style="date" />
        )}
      </td>
      <td className={CELL}>
        <KeyStatus apiKey={apiKey} />
      </td>
      <td className="hidden pt-2 pr-2 text-right align-top sm:table-cell">
        {apiKey.isUsable ? (
          <Menu label={t("actionsFor", { name: apiKey.name })}>
            {apiKey.state === "replaced" ? null : (
              <MenuLink href={`${path}/rotate`} icon={<RefreshCw aria-hidden />}>
                {t("rotate.action")}
              </MenuLink>
            )}
            <MenuLink href={`${path}/revoke`} icon={<Trash2 aria-hidden />} isDangerous>
              {t("revoke.action")}
            </MenuLink>
          </Menu>
        ) : null}
      </td>
    </tr>
  );
}

function Advice({ path }: { path: string }) {
  const t = useTranslations("keys");
  return (
    <span className="mt-1.5 flex items-start gap-1.5 text-xs text-warn">
      <Lightbulb aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        {t("unused")}{" "}
        <Link href={`${path}/revoke`} className="underline underline-offset-2">
          {t("unusedAction")}
        </Link>
      </span>
    </span>
  );
}
