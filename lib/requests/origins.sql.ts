// SQL: one query for names of three tables.
import { statement, text, textArray } from "../db/statement";

/** Ids have prefixes, so ids of different kinds never collide. */
export const NAME_ORIGINS = statement({
  name: "name_origins",
  params: [textArray],
  row: { id: text, name: text },
  text: `
    SELECT id, name FROM oauth_apps WHERE id = ANY($1)
    UNION ALL SELECT id, name FROM connectors WHERE id = ANY($1)
    UNION ALL SELECT id, name FROM api_keys WHERE id = ANY($1)`,
});
