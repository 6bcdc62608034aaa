import { checkAgain } from "@/lib/requests/check-again";
import { serveRequests } from "../../serve";

/** A look without an effect, so it is read like a page. `check` is null for a request that reached no endpoint. */
export const GET = serveRequests(async ({ viewer, requestId, given }) => ({
  check: await checkAgain(viewer, requestId, given["call"]),
}));
