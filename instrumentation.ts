import type { Instrumentation } from "next";

/** Next calls this once for each error that escapes a page, an action or a route handler. */
export const onRequestError: Instrumentation.onRequestError = async (
  error,
  { method },
  { routePath: route, routeType: kind },
) => {
  // Next builds this file for its Edge runtime too, which has no place for the log; nothing of ours runs there.
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { logPageError } = await import("@/lib/front-door/printed-errors");
  logPageError(error, { method, route, kind });
};
