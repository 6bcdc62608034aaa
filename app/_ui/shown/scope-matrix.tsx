"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SCOPE_RESOURCES, type Scope, splitScope } from "@/lib/access/scopes";
import { Scripted } from "../controls/scripted";
import { useIsBrowser } from "../controls/use-is-browser";
import { FilterInput, matchesText } from "../form/filter-input";
import { GroupCheckbox } from "../form/group-checkbox";
import { Checkbox } from "../form/input";

const COLUMNS = ["read", "write", "run"] as const;
type Column = (typeof COLUMNS)[number];

function findColumn(scope: Scope): Column {
  const { action } = splitScope(scope);
  return action === "read" || action === "write" ? action : "run";
}

function listRows(offered: readonly Scope[]) {
  return SCOPE_RESOURCES.map((resource) => ({
    resource,
    scopes: offered.filter((scope) => splitScope(scope).resource === resource),
  })).filter(({ scopes }) => scopes.length > 0);
}
type Row = ReturnType<typeof listRows>[number];

interface ScopeMatrixProps {
  offered: readonly Scope[];
  chosen: ReadonlySet<string>;
  onToggle: (scopes: readonly Scope[], isOn: boolean) => void;
}

export function ScopeMatrix({ offered, chosen, onToggle }: ScopeMatrixProps) {
  const t = useTranslations("keyForm.matrix");
  const names = useTranslations("keyForm.scopes");
  const isBrowser = useIsBrowser();
  const [search, setSearch] = useState("");
  const isFound = ({ resource, scopes }: Row) =>
    matchesText(search, [resource, t(`resources.${resource}`), ...scopes.flatMap((scope) => [scope, names(scope)])]);
  const rows = listRows(offered);
  const columns = COLUMNS.filter((column) => offered.some((scope) => findColumn(scope) === column));
  const found = rows.filter(isFound);
  return (
    <div className="mt-1 grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Scripted className="min-w-44 flex-1">
          <FilterInput
            label={t("find")}
            text={search}
            onChange={setSearch}
            status={search === "" ? "" : t("found", { count: found.length })}
          />
        </Scripted>
        <p role="status" className="ms-auto text-dense text-ink-3">
          {t("selected", { count: chosen.size })}
        </p>
      </div>
      <table className="w-full text-dense">
        <caption className="sr-only">{t("caption")}</caption>
        <thead className="border-b border-line">
          <tr>
            <th scope="col" className="h-9 text-xs font-medium text-ink-3">
              {t("resource")}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="pb-1 text-center text-xs font-medium text-ink-3 sm:w-24 sm:pb-0">
                <span className="inline-flex flex-col items-center gap-1.5 px-0.5 sm:flex-row">
                  {isBrowser ? <ColumnToggle {...{ offered, column, chosen, onToggle }} /> : null}
                  {t(column)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <ResourceRow key={row.resource} isHidden={!found.includes(row)} {...{ row, columns, chosen, onToggle }} />
          ))}
        </tbody>
      </table>
      {found.length === 0 ? <p className="text-dense text-ink-2">{t("found", { count: 0 })}</p> : null}
    </div>
  );
}

function ColumnToggle({ offered, column, chosen, onToggle }: ScopeMatrixProps & { column: Column }) {
  const t = useTranslations("keyForm.matrix");
  const scopes = offered.filter((scope) => findColumn(scope) === column);
  return (
    <GroupCheckbox
      label={t("allOf", { action: t(column) })}
      count={scopes.filter((scope) => chosen.has(scope)).length}
      total={scopes.length}
      onToggle={(isOn) => onToggle(scopes, isOn)}
    />
  );
}

interface ResourceRowProps extends Omit<ScopeMatrixProps, "offered"> {
  row: Row;
  columns: readonly Column[];
  isHidden: boolean;
}

function ResourceRow({ row, columns, isHidden, chosen, onToggle }: ResourceRowProps) {
  const t = useTranslations("keyForm.matrix");
  const names = useTranslations("keyForm.scopes");
  const { resource, scopes } = row;
  return (
    <tr hidden={isHidden}>
      <th scope="row" className="py-1 pe-2 font-normal">
        <span className="font-mono text-xs sm:inline-block sm:w-32 sm:text-dense">{resource}</span>
        <span className="hidden text-ink-3 sm:inline">{t(`resources.${resource}`)}</span>
      </th>
      {columns.map((column) => {
        const scope = scopes.find((candidate) => findColumn(candidate) === column);
        return (
          <td key={column} className="text-center">
            {scope ? (
              <label
                title={names(scope)}
                className="mx-auto grid size-7 place-items-center rounded-control hover:bg-muted"
              >
                <Checkbox
                  name="scopes"
                  value={scope}
                  checked={chosen.has(scope)}
                  onChange={(event) => onToggle([scope], event.currentTarget.checked)}
                  aria-label={`${scope}: ${names(scope)}`}
                />
              </label>
            ) : (
              <span aria-hidden className="text-line-strong">
                ·
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
