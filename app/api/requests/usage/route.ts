import { readUsageSpan } from "@/lib/requests/filter";
import { readUsage } from "@/lib/requests/usage";
import { serveRequests } from "../serve";

export const GET = serveRequests(({ viewer, given }) => readUsage(viewer, readUsageSpan(given)));
