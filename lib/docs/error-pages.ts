import type { Endpoint } from "../api/endpoint";
import { ERRORS_PATH, pathOfError } from "../api/error-path";
import { statusOf } from "../api/errors";
import type { Locale } from "../i18n/locale";
import { type ErrorCode, STATUSES } from "../platform/errors";
import {
  apiWriteBurstPerMinute,
  BURST_WINDOW_SECONDS,
  IDEMPOTENCY_RETENTION_MS,
  LIST_LIMIT_MAX,
  MONTHLY_UNITS_PER_SEAT,
  WEBHOOK_FAILURES_MAX,
} from "../platform/limits";
import { buildErrorExample, ERROR_FACTS, OAUTH_ERROR_EXAMPLE, OAUTH_ERROR_NAMES } from "./error-facts";
import { type DocPage, writeFence, writeTable } from "./page";
import { EXPLAINED } from "./surface/cause-names";
import { listFailures } from "./surface/error-responses";
import { REGISTRY } from "./surface/registry";
import { titleOperation } from "./surface/titles";
import { cacheByLocale, readTexts, readWhyTexts, type Texts } from "./texts";

export const ERROR_CODES = Object.keys(STATUSES) as readonly ErrorCode[];
const OAUTH_ERRORS_PATH = `${ERRORS_PATH}/oauth`;

const NUMBERS = {
  writes: apiWriteBurstPerMinute,
  seconds: BURST_WINDOW_SECONDS,
  units: MONTHLY_UNITS_PER_SEAT,
  page: LIST_LIMIT_MAX,
  failures: WEBHOOK_FAILURES_MAX,
  hours: IDEMPOTENCY_RETENTION_MS / 3_600_000,
};

function listUses(code: ErrorCode): { operations: Endpoint[]; statuses: number[] } {
  const statuses = new Set([statusOf(code)]);
  const operations = REGISTRY.filter((endpoint) => {
    const own = [...listFailures(endpoint)].filter(([, codes]) => codes.includes(code)).map(([status]) => status);
    for (const status of own) statuses.add(status);
    return own.length > 0;
  });
  return { operations, statuses: [...statuses].sort((a, b) => a - b) };
}

export function writeErrorPage(code: ErrorCode, locale: Locale): DocPage {
  const t = readTexts(locale);
  const { retry } = ERROR_FACTS[code];
  const { operations, statuses } = listUses(code);
  const [causesKey, detailsKey] = [`errors.codes.${code}.causes`, `errors.codes.${code}.details`] as const;
  const parts = [
    writeTable(
      [t("errors.status"), t("errors.retried")],
      [[statuses.map((status) => `\`${status}\``).join(", "), t(`errors.retries.${retry}`)]],
    ),
    `## ${t("errors.causes")}`,
    writeCauses(code, locale),
    ...(hasText(t, causesKey) ? [t(causesKey, NUMBERS)] : []),
    `## ${t("errors.remedy")}`,
    readRemedy(code, locale),
    ...(hasText(t, detailsKey) ? [`## ${t("errors.details")}`, t(detailsKey)] : []),
    `## ${t("errors.example")}`,
    writeFence("json", JSON.stringify(buildErrorExample(code), null, 2)),
    `## ${t("errors.operations")}`,
    writeOperations(operations, locale),
    ...(code === "validation_error" ? [t("errors.otherStatuses")] : []),
  ];
  return {
    path: pathOfError(code),
    kind: "error",
    title: code,
    description: t(`errors.codes.${code}.meaning`),
    body: parts.join("\n\n"),
    language: locale,
  };
}

function readRemedy(code: ErrorCode, locale: Locale): string {
  return readTexts(locale)(`errors.codes.${code}.remedy`, NUMBERS);
}

type OptionalKey = Extract<Parameters<Texts>[0], `errors.codes.${string}.${"details" | "causes"}`>;

function hasText(t: Texts, key: string): key is OptionalKey {
  return t.has(key as OptionalKey);
}

const PLACES = {
  scope: "`details.requiredScope`",
  limit: "`RateLimit-Limit`",
  axis: "`details.scope`",
  version: "`details.currentVersion`",
  resource: "`RESOURCE`",
};

function writeCauses(code: ErrorCode, locale: Locale): string {
  const [t, why] = [readTexts(locale), readWhyTexts(locale)];
  const rows = EXPLAINED.filter((row) => row.code === code && row.fix !== "check_again");
  return writeTable(
    [t("errors.causeColumn"), t("errors.fixColumn")],
    rows.map(({ cause, fix }) => [why(`causes.${cause}`, PLACES), why(`fixes.${fix}`, PLACES)]),
  );
}

function writeOperations(operations: readonly Endpoint[], locale: Locale): string {
  const t = readTexts(locale);
  if (operations.length === 0) return t("errors.noOperation");
  if (operations.length === REGISTRY.length) return t("errors.everyOperation");
  return operations
    .map(
      ({ operationId, method, path }) =>
        `- [${titleOperation(operationId, locale)}](/docs/reference/${operationId}): \`${method} ${path}\``,
    )
    .join("\n");
}

/** Follows the guide about errors on its page, where there is one. */
export function writeErrorList(t: Texts): string {
  const rows = ERROR_CODES.map((code) => [
    `[\`${code}\`](${pathOfError(code)})`,
    String(statusOf(code)),
    t(`errors.codes.${code}.meaning`),
  ]);
  return [
    `## ${t("errors.listTitle")}`,
    t("errors.listText"),
    writeTable([t("errors.code"), t("errors.status"), t("errors.meaningColumn")], rows),
    `[${t("oauthErrors.title")}](${OAUTH_ERRORS_PATH}): ${t("oauthErrors.description")}`,
  ].join("\n\n");
}

export function writeOAuthErrorPage(locale: Locale): DocPage {
  const t = readTexts(locale);
  const rows = OAUTH_ERROR_NAMES.map((name) => [`\`${name}\``, t(`oauthErrors.names.${name}`)]);
  const parts = [
    `## ${t("oauthErrors.namesTitle")}`,
    writeTable([t("oauthErrors.columnName"), t("oauthErrors.columnMeaning")], rows),
    `## ${t("oauthErrors.noteTitle")}`,
    t("oauthErrors.note"),
    `## ${t("oauthErrors.exampleTitle")}`,
    writeFence("json", JSON.stringify(OAUTH_ERROR_EXAMPLE, null, 2)),
  ];
  return {
    path: OAUTH_ERRORS_PATH,
    kind: "error",
    title: t("oauthErrors.title"),
    description: t("oauthErrors.description"),
    body: parts.join("\n\n"),
    language: locale,
  };
}

export const readAdvice = cacheByLocale((locale: Locale): Readonly<Record<ErrorCode, string>> => {
  const pairs = ERROR_CODES.map((code) => {
    const [, step = ""] = /^1\. (.+)$/m.exec(readRemedy(code, locale)) ?? [];
    return [code, step.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")] as const;
  });
  return Object.fromEntries(pairs) as Record<ErrorCode, string>;
});
