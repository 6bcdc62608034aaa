import { explainRequest } from "@/lib/requests/why";
import { serveRequests } from "../serve";

/** `?call=` chooses among several calls of one request to the tool endpoint. */
export const GET = serveRequests(({ viewer, requestId, given }) => explainRequest(viewer, requestId, given["call"]));
