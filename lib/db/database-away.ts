/** Connection exceptions, resources that are used up (connections, disk, memory), and a server that stops or starts. */
const SQLSTATES = /^(08...|53...|57P0[1235])$/;
const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);
const SOCKET_CALLS = new Set(["connect", "getaddrinfo", "read", "write"]);
/** Prisma's own codes for them. */
const PRISMA_CODES = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2037"]);
/** Errors of pg and its pool have no codes. */
const PHRASES =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Connection ended|Client was closed|did not respond in time/;

/**
 * Whether a statement failed because PostgreSQL could not be reached, had no connection left, or was cut off: a fault that
 * passes, and no fault of the statement. By shape, since errors cross module graphs and Prisma wraps them.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown };
  if (typeof code === "string") {
    if (SQLSTATES.test(code) || PRISMA_CODES.has(code)) return true;
    if (SOCKET_CODES.has(code)) return error instanceof AggregateError || SOCKET_CALLS.has(String(syscall));
  }
  return PHRASES.test(error.message);
}
