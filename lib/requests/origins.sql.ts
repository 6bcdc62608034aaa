// SQL: one query for names of three tables.
import { statement, text, textArray } from "../db/statement";

/** Ids have prefixes, so ids of different kinds never collide. */
export const NAME_ORIGINS = statement({
  name: "name_origins",
  params: { ids: textArray },
  row: { id: text, name: text },
  text: (p) => `
    SELECT id, name FROM oauth_apps WHERE id = ANY(${p.ids})
    UNION ALL SELECT id, name FROM connectors WHERE id = ANY(${p.ids})
    UNION ALL SELECT id, name FROM api_keys WHERE id = ANY(${p.ids})`,
});
