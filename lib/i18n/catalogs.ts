import type { Locale } from "./locale";
import { en } from "./messages/en";
import { ja } from "./messages/ja";

export const CATALOGS: Readonly<Record<Locale, typeof en>> = { en, ja };
