import { SCOPES } from "../access/scopes";
import type { DraftFacts, RequestDetail, RequestFacts } from "../audit/request-facts";
import { addressPrefix } from "../platform/address-key";
import type { ErrorCode } from "../platform/errors";
import { isId } from "../platform/ids";
import { STORED_HEADER_MAX_LENGTH } from "../platform/limits";
import { maskHeader } from "../platform/mask-secrets";
import type { BurstResult } from "../usage/burst";
import type { UnitsState } from "../usage/reserve";
import type { ApiRequest } from "./request";
import type { Trace } from "./trace";

interface TracedCall {
  request: ApiRequest;
  trace: Trace;
  params: Readonly<Record<string, string>>;
  queryNames: readonly string[];
  errorCode: ErrorCode | null;
  errorDetails: Readonly<Record<string, unknown>> | undefined;
  burst: BurstResult | null;
  units: UnitsState | null;
  idempotency: "new" | "replayed" | null;
  role: number | null;
  madeId: string | null;
}

const PRODUCT = /(?<![^\s])[A-Za-z][A-Za-z0-9._-]{0,23}\/v?\d[\d.]{0,15}(?![^\s])/g;
const PRODUCTS_MAX = 4;

/** Everything here comes from gates or has a form that no secret has: a caller's text is never stored as it came. */
export function draftDetail(call: TracedCall): RequestDetail {
  const { burst, units, role, madeId, idempotency, queryNames } = call;
  const { roomId, ...ids } = call.params;
  const facts: DraftFacts = { t: call.trace.readTimes() };
  if (call.errorCode !== null) {
    facts.s = call.trace.findRefusal(call.errorCode);
    const constants = pickConstants(call.errorDetails);
    if (constants) facts.e = constants;
  }
  const names = Object.keys(ids);
  if (names.length > 0) facts.p = Object.fromEntries(names.map((name) => [name, pickId(ids[name] ?? "")]));
  const sent = namesOfQuery(call.request.target, queryNames);
  if (sent.length > 0) facts.q = sent;
  const agent = shortenAgent(call.request.header("user-agent") ?? "");
  if (agent !== "") facts.a = agent;
  const network = shortenAddress(call.request.address);
  if (network !== "") facts.n = network;
  if (burst) {
    facts.b = burst.axes.map(({ scope, limit, left }) => [scope, limit, left] as const);
    if (burst.refused) facts.x = burst.refused.scope;
  }
  if (units) facts.u = [units.limit, units.used, units.cost];
  if (idempotency !== null) facts.k = idempotency;
  if (role !== null) facts.o = role;
  if (madeId !== null) facts.m = madeId;
  return { roomId: roomId !== undefined && isId("room", roomId) ? roomId : null, facts };
}

const ID = /^(?:[a-z]{2,8}_[0-7][0-9a-hjkmnp-tv-z]{25}|evt_[A-Za-z0-9_-]{22})$/;

function pickId(value: string): string | null {
  return ID.test(value) ? value : null;
}

function namesOfQuery(target: string, known: readonly string[]): string[] {
  const start = target.indexOf("?");
  if (start === -1 || known.length === 0) return [];
  const sent = new Set(new URLSearchParams(target.slice(start + 1)).keys());
  return known.filter((name) => sent.has(name));
}

const DETAILS = new Set(
  "reason kind scope unit requiredScope limit remaining retryAfterSeconds currentVersion size".split(" "),
);
const CONSTANT = /^[a-z_]{1,40}$/;
const SCOPE_NAMES: ReadonlySet<string> = new Set(SCOPES);

export function pickConstants(details: TracedCall["errorDetails"]): RequestFacts["e"] | null {
  if (!details) return null;
  const kept = Object.entries(details).filter(
    ([name, value]) =>
      DETAILS.has(name) &&
      (typeof value === "number" ||
        (typeof value === "string" && (name === "requiredScope" ? SCOPE_NAMES.has(value) : CONSTANT.test(value)))),
  ) as [string, string | number][];
  const fields = pickFields(details["issues"]);
  return kept.length + fields.length === 0
    ? null
    : { ...Object.fromEntries(kept), ...(fields.length > 0 ? { fields } : {}) };
}

const FIELDS_MAX = 5;
const FIELD = /^(?:query\.)?[a-z][A-Za-z]{1,30}$/;

function pickFields(issues: unknown): string[] {
  if (!Array.isArray(issues)) return [];
  return issues
    .flatMap((issue: { path?: unknown; message?: unknown }) =>
      typeof issue.path === "string" && issue.message !== "is not a member of this request" && FIELD.test(issue.path)
        ? [issue.path]
        : [],
    )
    .slice(0, FIELDS_MAX);
}

const REMEMBERED_MAX = 1_000;

/** Clients repeat themselves. A text longer than theirs would only fill memory. */
function remember(write: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > STORED_HEADER_MAX_LENGTH) return write(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= REMEMBERED_MAX) known.clear();
    const written = write(text);
    known.set(text, written);
    return written;
  };
}

const shortenAgent = remember((text) => (maskHeader(text)?.match(PRODUCT) ?? []).slice(0, PRODUCTS_MAX).join(" "));
const shortenAddress = remember((text) => addressPrefix(text) ?? "");
