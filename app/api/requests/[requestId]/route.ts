import { explainRequest } from "@/lib/requests/why";
import { writeRefusal } from "@/lib/requests/write-refusal";
import { serveRequests } from "../serve";

/** `?call=` chooses among several calls of one request to the tool endpoint. A refusal is told in English as well. */
export const GET = serveRequests(async ({ viewer, requestId, given }) => {
  const explanation = await explainRequest(viewer, requestId, given["call"]);
  const { stop } = explanation;
  return { ...explanation, stop: stop && { ...stop, told: writeRefusal(stop) } };
});
