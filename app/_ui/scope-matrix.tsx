"use client";

import { useTranslations } from "next-intl";
import { SCOPE_RESOURCES, SCOPES, type Scope, splitScope } from "@/lib/access/scopes";
import { Checkbox } from "./input";

const COLUMNS = ["read", "write", "run"] as const;
type Column = (typeof COLUMNS)[number];

/** `mcp:tools` and `agent:invoke` are neither reading nor writing. */
function findColumn(scope: Scope): Column {
  const { action } = splitScope(scope);
  return action === "read" || action === "write" ? action : "run";
}

const ROWS = SCOPE_RESOURCES.map((resource) => ({
  resource,
  scopes: SCOPES.filter((scope) => splitScope(scope).resource === resource),
}));

interface ScopeMatrixProps {
  chosen: ReadonlySet<string>;
  onToggle: (scope: Scope, isOn: boolean) => void;
}

export function ScopeMatrix({ chosen, onToggle }: ScopeMatrixProps) {
  const t = useTranslations("keyForm.matrix");
  const names = useTranslations("keyForm.scopes");
  return (
    <table className="mt-1 w-full text-dense">
      <caption className="sr-only">{t("caption")}</caption>
      <thead className="border-b border-line">
        <tr>
          <th scope="col" className="h-9 text-left text-xs font-medium text-ink-3">
            {t("resource")}
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="w-14 text-center text-xs font-medium text-ink-3 sm:w-20">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {ROWS.map(({ resource, scopes }) => (
          <tr key={resource}>
            <th scope="row" className="py-1.5 pr-2 text-left font-normal">
              <span className="font-mono sm:inline-block sm:w-32">{resource}</span>
              <span className="hidden text-ink-3 sm:inline">{t(`resources.${resource}`)}</span>
            </th>
            {COLUMNS.map((column) => {
              const scope = scopes.find((candidate) => findColumn(candidate) === column);
              return (
                <td key={column} className="text-center">
                  {scope ? (
                    <label
                      title={names(scope)}
                      className="mx-auto grid size-8 place-items-center rounded-control hover:bg-muted"
                    >
                      <Checkbox
                        name="scopes"
                        value={scope}
                        checked={chosen.has(scope)}
                        onChange={(event) => onToggle(scope, event.currentTarget.checked)}
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
        ))}
      </tbody>
    </table>
  );
}
