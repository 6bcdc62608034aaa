import pino, { type Logger } from "pino";
import { env } from "./env";
import { shared } from "./shared";

/** Names of fields whose values never reach a log line, at any of the depths that our log calls have. */
const SECRET_FIELDS = [
  "password",
  "secret",
  "token",
  "key",
  "authorization",
  "cookie",
  "apiKey",
  "clientSecret",
  "code",
  "databaseUrl",
];

/** JSON lines on standard output. Log ids and codes; the bodies of requests are not ours to keep. */
export function log(): Logger {
  return shared("log", () =>
    pino({
      level: env().SVC_LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: "[redacted]" },
      serializers: { error: describeError },
    }),
  );
}

/** PostgreSQL's `detail` and `where` quote row values, and a validation error quotes input: neither is logged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: "a non-error was thrown" };
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    message: maskSecrets(error.message),
    ...(typeof code === "string" ? { code } : {}),
    stack: maskSecrets(error.stack ?? ""),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

/** The last line of defence for text that came from elsewhere: our own tokens and URLs with passwords. */
export function maskSecrets(text: string): string {
  return text
    .replace(/\b(svc_(?:live|test|at|rt|cs)_|whsec_)[A-Za-z0-9_-]{8,}/g, "$1[redacted]")
    .replace(/([a-z]+:\/\/[^:/\s]+:)[^@\s]+@/g, "$1[redacted]@");
}
