import { getTranslations } from "next-intl/server";
import { z } from "zod";
import texts from "@/lib/i18n/messages/en/problems.json";
import { AppError, type ErrorCode } from "@/lib/platform/errors";

/** Why a form is refused. The catalog is the list: a reason without a text does not exist. */
export type Reason = keyof typeof texts;

export interface Problem {
  field: string;
  item: string;
  reason: Reason;
  message: string;
}

/** One form's reasons for refusals that do not name their own. */
export interface Mapping {
  byCode?: Partial<Record<ErrorCode, { field: string; reason: Reason } | Reason>>;
  byPath?: Readonly<Record<string, { field: string; reason: Reason }>>;
  fields?: Readonly<Record<string, string>>;
  otherwise?: Reason;
  scope?: string;
}

const Details = z.object({
  reason: z.string().catch(""),
  count: z.number().catch(0),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).catch([]),
});

function isReason(text: string): text is Reason {
  return Object.hasOwn(texts, text);
}

function findReason(text: string, scope?: string): Reason | null {
  const own = `${scope}_${text}`;
  if (isReason(own)) return own;
  return isReason(text) ? text : null;
}

export async function describeReason(text: string, scope?: string): Promise<string> {
  const t = await getTranslations("problems");
  return t(findReason(text, scope) ?? "url_invalid", { line: 1, message: "", count: 0 });
}

export function refuse(reason: Reason, field = "", count = 0): AppError {
  return new AppError("validation_error", reason, { details: { issues: [{ path: field, message: reason }], count } });
}

/** The problems of a refused form. An error that no form can explain is rethrown. */
export async function readProblems(error: unknown, mapping: Mapping = {}): Promise<Problem[]> {
  if (!(error instanceof AppError)) throw error;
  const found = findReasons(error, mapping);
  if (found.length === 0) throw error;
  const t = await getTranslations("problems");
  const { count } = Details.parse(error.details ?? {});
  return found.map(({ field: path, reason }) => {
    const [name = "", item = ""] = path.split(/\.(.*)/s);
    const isIndex = /^\d+$/.test(item);
    const text = t(reason, { line: isIndex ? Number(item) + 1 : 1, message: error.message, count });
    return {
      field: mapping.fields?.[name] ?? name,
      item,
      reason,
      message: item === "" || isIndex ? text : `${item}: ${text}`,
    };
  });
}

/** Refusals that no form has to name. */
const EVERYWHERE: Partial<Record<ErrorCode, Reason>> = {
  rate_limit_exceeded: "too_fast",
};

function findReasons({ code, details }: AppError, { byCode, byPath, scope, otherwise }: Mapping) {
  const { reason, issues } = Details.parse(details ?? {});
  if (isReason(reason)) return [{ field: "", reason }];
  const known = byCode?.[code] ?? EVERYWHERE[code];
  if (known) return [typeof known === "string" ? { field: "", reason: known } : known];
  const found = issues.flatMap(({ path, message }) => {
    const named = findReason(message, scope);
    return named ? [{ field: path, reason: named }] : (byPath?.[path] ?? []);
  });
  return found.length === 0 && otherwise ? [{ field: "", reason: otherwise }] : found;
}
