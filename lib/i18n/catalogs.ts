import type { Locale } from "./locale";
import { en } from "./messages/en";
import { ja } from "./messages/ja";

/** The texts of each language, by its locale; English decides which there are. */
export const CATALOGS: Readonly<Record<Locale, typeof en>> = { en, ja };
