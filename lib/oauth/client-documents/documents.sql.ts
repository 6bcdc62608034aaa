import { statement, text } from "../../db/statement";

/** People's requests pass one by one, so that their number never exceeds its limit. */
export const LOCK_CLIENT_REQUESTS = statement({
  name: "lock_client_requests",
  params: [text],
  row: {},
  text: "SELECT FROM pg_advisory_xact_lock(hashtextextended($1, 20263))",
});
