import pino, { type Logger } from "pino";
import { env } from "./env";
import { maskSecrets } from "./mask-secrets";
import { shared } from "./shared";
import { readCurrentTraceId } from "./spans";

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

export function log(): Logger {
  return shared("log", () =>
    pino({
      level: env().SVC_LOG_LEVEL,
      base: null,
      mixin: nameTrace,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: "[redacted]" },
      serializers: { error: describeError },
    }),
  );
}

function nameTrace(): { trace_id?: string } {
  const traceId = readCurrentTraceId();
  return traceId === undefined ? {} : { trace_id: traceId };
}

/** PostgreSQL's `detail` and `where` quote row values, and validation errors quote input, so neither is logged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: "a non-error was thrown" };
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    message: maskSecrets(error.message),
    // A field named `code` would be censored.
    ...(typeof code === "string" ? { errorCode: code } : {}),
    stack: maskSecrets(error.stack ?? ""),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
