import { createTranslator } from "next-intl";
import { en } from "../i18n/messages/en";
import type { Refusal } from "./refusal";
import { readAxis, readRefusalValues } from "./refusal-values";

export interface RefusalText {
  cause: string;
  fields: string | null;
  fix: string;
}

/** Programs get the English texts of the screen. */
export function writeRefusal(stop: Refusal): RefusalText {
  const t = createTranslator({ locale: "en", messages: en, namespace: "why" });
  const values = readRefusalValues(stop, (scope) => t(`axes.${readAxis(scope)}`));
  const { fields } = stop.values;
  return {
    cause: t(`causes.${stop.cause}`, values),
    fields: Array.isArray(fields) ? t("fields", { fields: fields.join(", ") }) : null,
    fix: t(`fixes.${stop.fix.kind}`, values),
  };
}
