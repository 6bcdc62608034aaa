import type { Instrumentation } from "next";
import { logPageError } from "@/lib/front-door/printed-errors";

/** Next calls this once for each error that escapes a page, an action or a route handler. */
export const onRequestError: Instrumentation.onRequestError = (error, { method }, { routePath, routeType }) =>
  logPageError(error, { method, route: routePath, kind: routeType });
