import { CommanderError } from "commander";
import { SvcApiError, SvcAuthorizationError, SvcConnectionError } from "../../sdk/src/errors";
import type { Output } from "./print";

/** Each kind of failure has an exit code of its own, for scripts. */
export const EXIT_CODES = { api: 1, authentication: 2, input: 3, usage: 4 } as const;
export type FailureKind = keyof typeof EXIT_CODES;

/** A failure that says what to do. */
export class Failure extends Error {
  override name = "Failure";

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly advice?: string,
  ) {
    super(message);
  }
}

interface Described {
  kind: FailureKind;
  message: string;
  advice?: string | undefined;
  code?: string;
  requestId?: string | undefined;
  docsUrl?: string | undefined;
}

/** Prints the error and returns the exit code. */
export function reportFailure(error: unknown, output: Output, usesKey: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
  const { kind, message, advice, code, requestId, docsUrl } = describe(error, usesKey);
  if (output.isJson) {
    output.error(JSON.stringify({ error: { kind, code: code ?? kind, message, advice, requestId, docsUrl } }));
    return EXIT_CODES[kind];
  }
  output.error(`${output.paint("bad", "Error:")} ${message}`);
  const why = requestId === undefined || code === undefined ? undefined : `svc why ${quoteForShell(requestId)}`;
  const more = { "What to do": advice, Code: code, Docs: docsUrl, Request: requestId, Explain: why };
  for (const [name, value] of Object.entries(more)) if (value !== undefined) output.error(`  ${name}: ${value}`);
  return EXIT_CODES[kind];
}

/** A request id may hold characters that a shell would act on. */
function quoteForShell(text: string): string {
  return /^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function describe(error: unknown, usesKey: boolean): Described {
  if (error instanceof Failure) return { kind: error.kind, message: error.message, advice: error.advice };
  if (error instanceof SvcApiError) return describeApiError(error, usesKey);
  if (error instanceof SvcConnectionError) {
    return { kind: "api", message: error.message, advice: "Check the address and the network: svc doctor" };
  }
  if (error instanceof SvcAuthorizationError) return { kind: "authentication", message: error.message };
  return { kind: "api", message: error instanceof Error ? error.message : String(error) };
}

const ADVICE: Partial<Record<string, string>> = {
  unauthenticated: "Sign in: svc login",
  forbidden: "See who you are signed in as: svc whoami",
  room_not_found: "List the rooms that you can see: svc rooms list",
  rate_limit_exceeded: "Wait until the window ends, then try again.",
};

/** Refusals of keys where the person who is signed in would often be let through. */
const OFTEN_OF_KEYS = new Set(["insufficient_scope", "forbidden", "not_found"]);
const KEY_ADVICE = "The API key is used, not your sign-in. Unset SVC_API_KEY and omit --api-key to act as yourself.";

function describeApiError(error: SvcApiError, usesKey: boolean): Described {
  const { status, code, requestId, docsUrl } = error;
  const isInput = status === 400 || status === 413 || status === 414;
  const kind = status === 401 ? "authentication" : isInput ? "input" : "api";
  // The SDK's own message repeats status, code and request id at its end.
  const message = error.message.replace(/ \(\d{3} .*\)$/s, "");
  const advice = usesKey && OFTEN_OF_KEYS.has(code) ? KEY_ADVICE : ADVICE[code];
  return { kind, message, advice, code, requestId, docsUrl };
}
