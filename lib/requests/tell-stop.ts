import { createTranslator } from "next-intl";
import { en } from "../i18n/messages/en";
import type { Stop } from "./refusal";
import { readAxis, readStopValues } from "./stop-values";

export interface RefusalText {
  cause: string;
  fields: string | null;
  fix: string;
}

/** Programs get the English texts of the screen. */
export function tellStop(stop: Stop): RefusalText {
  const t = createTranslator({ locale: "en", messages: en, namespace: "why" });
  const values = readStopValues(stop, (scope) => t(`axes.${readAxis(scope)}`));
  const { fields } = stop.values;
  return {
    cause: t(`causes.${stop.cause}`, values),
    fields: Array.isArray(fields) ? t("fields", { fields: fields.join(", ") }) : null,
    fix: t(`fixes.${stop.fix.kind}`, values),
  };
}
