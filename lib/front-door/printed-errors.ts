import { randomInt } from "node:crypto";
import { format, stripVTControlCharacters } from "node:util";
import { isDatabaseAway } from "../db/database-away";
import { warnCounted } from "../platform/counted-warning";
import { log } from "../platform/log";
import { maskSecrets } from "../platform/mask-secrets";
import { isBeforeAction, markFailed, markUnavailable } from "../platform/page-answer";

interface FailedRequest {
  method: string;
  /** The route is a pattern, because a path may carry ids and codes. */
  route: string;
  kind: string;
}

export function logPageError(error: unknown, { method, route, kind }: FailedRequest): void {
  if (isAborted(error)) return;
  // Strangers may send undecodable actions at any rate.
  if (kind === "action" && nameAway(error) === null && isBeforeAction()) {
    warnCounted(UNREAD_ACTION);
    return;
  }
  const digest = readDigest(error) ?? (kind === "route" ? undefined : String(randomInt(1e9, 1e10)));
  if (kind !== "route" && digest !== undefined) markFailed(digest);
  const away = nameAway(error);
  if (away !== null) markUnavailable();
  const reason = away === null ? "" : `, because ${away} is away`;
  log().error({ error, digest, method, route, kind }, `a page, action or route handler failed${reason}`);
}

function readDigest(error: unknown): string | undefined {
  return error instanceof Error && "digest" in error ? String(error.digest) : undefined;
}

const UNREAD_ACTION = "a form or action could not be read: it was malformed, or of another version of a page";

function nameAway(error: unknown): string | null {
  if (isDatabaseAway(error)) return "the database";
  return error instanceof Error && "isAway" in error && error.isAway === true ? "a part" : null;
}

/** Messages that libraries print would get past the redaction of the log. */
export function adoptConsole(): void {
  for (const level of ["error", "warn"] as const) {
    console[level] = (...printed: unknown[]) => {
      const error = printed.find((part) => part instanceof Error);
      if (error && isAborted(error)) return;
      if (level === "warn" && error?.message.startsWith("Failed to find Server Action")) {
        warnCounted(UNREAD_ACTION);
        return;
      }
      const text = stripVTControlCharacters(format(...printed.filter((part) => part !== error))).trim();
      log()[level](error ? { error } : {}, maskSecrets(text) || "a library reported an error");
    };
  }
}

function isAborted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, message, code } = error as Error & { code?: unknown };
  return (
    name === "AbortError" ||
    name === "ResponseAborted" ||
    message === "Unexpected end of form" ||
    (message === "aborted" && code === "ECONNRESET")
  );
}
