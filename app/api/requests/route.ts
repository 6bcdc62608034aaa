import { readRequestFilter } from "@/lib/requests/filter";
import { listRequests } from "@/lib/requests/list";
import { serveRequests } from "./serve";

export const GET = serveRequests(({ viewer, given }) => {
  const { filter, page } = readRequestFilter(given);
  return listRequests(viewer, filter, page);
});
