import { en } from "./messages/en";
import { ja } from "./messages/ja";

/** The texts of each language, by its locale. */
export const CATALOGS = { en, ja };
