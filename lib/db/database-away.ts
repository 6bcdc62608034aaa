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
const PRISMA_CODES = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2037"]);
const PHRASES =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Connection ended|Client was closed|did not respond in time/;

/** Errors are recognized by their shape, since they cross module graphs and Prisma wraps them. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown };
  if (typeof code === "string") {
    if (SQLSTATES.test(code) || PRISMA_CODES.has(code)) return true;
    if (SOCKET_CODES.has(code)) return error instanceof AggregateError || SOCKET_CALLS.has(String(syscall));
  }
  return PHRASES.test(error.message);
}
