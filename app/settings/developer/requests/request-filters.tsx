import { useTranslations } from "next-intl";
import { REQUESTS_PATH, writeQuery } from "@/app/_links";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { TOOLS } from "@/lib/agents/mcp/tools";
import { REGISTRY } from "@/lib/docs/surface/registry";
import { STATUSES } from "@/lib/platform/errors";
import { TIME_SPANS } from "@/lib/platform/time-span";
import { ERROR_CODES, STATUS_CLASSES } from "@/lib/requests/filter";
import type { Named } from "@/lib/requests/read-actors";
import type { RequestRow } from "@/lib/requests/request-row";
import { useAxisName } from "./refusal-notice";
import { METHODS, type RequestQuery } from "./request-query";

type Option = readonly [value: string, text: string];

interface RequestFiltersProps {
  query: RequestQuery;
  callers: readonly Named[];
  rows: readonly RequestRow[];
}

export function RequestFilters({ query, callers, rows }: RequestFiltersProps) {
  const t = useTranslations("requests.filters");
  const axisName = useAxisName();
  const { area, ...filters } = query;
  const setCount = Object.values(filters).filter(Boolean).length;
  return (
    <FilterForm
      path={REQUESTS_PATH}
      clearPath={`${REQUESTS_PATH}${writeQuery({ area })}`}
      label={t("label")}
      isFiltered={setCount > 0}
      setCount={setCount}
      lead={<input type="hidden" name="area" value={area} />}
    >
      {listChoices(query, callers, rows).map(({ name, options }) => (
        <ChoiceSelect key={name} name={name} label={t(name)} value={query[name]} all={t(ALL[name])} options={options} />
      ))}
      <ChoiceSelect
        name="since"
        label={t("since")}
        value={query.since}
        all={t("anyTime")}
        options={TIME_SPANS.map((span) => [span, t(`spans.${span}`)])}
      />
      {query.room === "" ? null : <OneOf name="room" value={query.room} text={t("room")} />}
      {query.axis === "" ? null : (
        <OneOf name="axis" value={query.axis} text={t("axis", { axis: axisName(query.axis) })} />
      )}
      <SearchField label={t("id")} text="" />
    </FilterForm>
  );
}

function OneOf({ name, value, text }: { name: string; value: string; text: string }) {
  return (
    <span
      className="flex h-8 items-center rounded-control border border-accent bg-accent-soft px-2.5 text-dense"
      title={value}
    >
      {text}
      <input type="hidden" name={name} value={value} />
    </span>
  );
}

const ALL = {
  status: "allStatuses",
  code: "allCodes",
  method: "allMethods",
  route: "allRoutes",
  who: "allCallers",
} as const;

function listChoices(query: RequestQuery, callers: readonly Named[], rows: readonly RequestRow[]) {
  const same = (values: readonly string[]) => values.map((value): Option => [value, value]);
  return [
    { name: "status", options: same(listStatuses(query.status)) },
    { name: "code", options: same(ERROR_CODES) },
    { name: "method", options: same(METHODS) },
    { name: "route", options: same(listRoutes(query.route, rows)) },
    { name: "who", options: listWho(query.who, callers, rows) },
  ] as const;
}

function listStatuses(chosen: string): string[] {
  const classes: readonly string[] = STATUS_CLASSES;
  const own = [200, 201, ...Object.values(STATUSES), 405, 413].map(String);
  const statuses = new Set([...own, ...(chosen === "" || classes.includes(chosen) ? [] : [chosen])]);
  return [...classes, ...[...statuses].toSorted()];
}

function listRoutes(chosen: string, rows: readonly RequestRow[]): string[] {
  const known = [...REGISTRY.map(({ path }) => path), ...TOOLS.map(({ name }) => `tools/${name}`)];
  return [...new Set([...known, ...rows.map(({ route }) => route), chosen])].filter((route) => route !== "");
}

function listWho(chosen: string, callers: readonly Named[], rows: readonly RequestRow[]): Option[] {
  const shown = rows.flatMap(({ actor: { credential, person } }) => [credential ?? [], person ?? []].flat());
  const names = new Map<string, string>(chosen === "" ? [] : [[chosen, chosen]]);
  for (const { id, name } of [...callers, ...shown]) names.set(id, name ?? id);
  return [...names].toSorted(([, a], [, b]) => a.localeCompare(b));
}
