import { createTranslator } from "next-intl";
import { en } from "../i18n/messages/en";
import type { Stop } from "./refusal";
import { readAxis, readStopValues } from "./stop-values";

/** A refusal in sentences. */
export interface ToldStop {
  cause: string;
  /** The members that do not fit; null: it is not about members. */
  fields: string | null;
  fix: string;
}

/** For programs, which get English: the texts of the screen that explains a request. */
export function tellStop(stop: Stop): ToldStop {
  const t = createTranslator({ locale: "en", messages: en, namespace: "why" });
  const values = readStopValues(stop, (scope) => t(`axes.${readAxis(scope)}`));
  const { fields } = stop.values;
  return {
    cause: t(`causes.${stop.cause}`, values),
    fields: Array.isArray(fields) ? t("fields", { fields: fields.join(", ") }) : null,
    fix: t(`fixes.${stop.fix.kind}`, values),
  };
}
