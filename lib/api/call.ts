import { type Caller, type CredentialIdentity, type NoteRefused, nameCredential } from "../access/caller";
import { writeScopes } from "../access/scope-sets";
import { USED_LATER } from "../audit/request-facts";
import type { AuditRow, Settlement, Surface } from "../audit/settle";
import { now } from "../platform/clock";
import type { ErrorCode } from "../platform/errors";
import { newRequestId } from "../platform/ids";
import { isRequestId } from "../platform/request-id";
import { openChild, openTraceContext, type TraceContext } from "../platform/trace-context";
import type { BurstResult } from "../usage/burst";
import type { Reservation, UnitsState } from "../usage/reserve";
import type { WantedUnits } from "../usage/wanted-units";
import { draftDetail } from "./call-detail";
import type { Endpoint } from "./endpoint";
import type { ApiRequest } from "./request";
import { Trace } from "./trace";

/** A credential sent by mistake as a request id would be readable in log and audit. */
function readRequestId(request: ApiRequest): string {
  const given = request.header("x-request-id") ?? "";
  return isRequestId(given) && !/svc_(?:live|test|at|rt|cs|ac|cli)_|whsec_/.test(given) ? given : newRequestId();
}

/** A request on its way. Gates fill it; `respond` turns it into headers, `draftAudit` into a row. */
export class Call {
  readonly requestId: string;
  readonly startedAt = now();
  readonly startedMs = performance.now();
  readonly trace = new Trace(this.startedMs);
  /** The request's place in the caller's trace, or in a trace of its own. */
  readonly span: TraceContext;
  caller: Caller | null = null;
  /** null: the path or the method is unknown. */
  endpoint: Endpoint | null = null;
  /** A known credential that was refused, or of a request that was: for limits and the audit log alone, it opens nothing. */
  refusedCredential: CredentialIdentity | null = null;
  burst: BurstResult | null = null;
  units: UnitsState | null = null;
  /** The ids in the path, and the query parameters that the endpoint knows. */
  params: Readonly<Record<string, string>> = {};
  queryNames: readonly string[] = [];
  /** The caller's role in the room; null: unknown, or no room. */
  role: number | null = null;
  idempotency: "new" | "replayed" | null = null;
  /** The resource that a write made or changed. */
  madeId: string | null = null;
  reservation: Reservation | null = null;
  /** Set when the response is an error. */
  errorCode: ErrorCode | null = null;
  errorDetails: Readonly<Record<string, unknown>> | undefined;
  /** The credential was good, or the person signed in: nothing of this request is charged to the address. */
  isAuthenticated = false;
  /** Audit and units are settled already, by the write's own transaction or by the row of its address. */
  isSettled = false;

  constructor(
    readonly request: ApiRequest,
    /** The route's pattern, never the path itself. */
    public route: string,
    readonly surface: Surface,
  ) {
    this.requestId = readRequestId(request);
    this.span = openTraceContext(request.header("traceparent"));
  }
}

export function beginCall(request: ApiRequest, route: string, surface: Surface = "v1"): Call {
  return new Call(request, route, surface);
}

export function noteRefusedIn(call: Call): NoteRefused {
  return (credential) => {
    call.refusedCredential = credential;
  };
}

/** One of several calls in one request: its own gates and audit row, the request's id and credential. */
export function forkCall({ requestId, request, surface, caller, span }: Call, route: string): Call {
  return { ...beginCall(request, route, surface), requestId, caller, span: openChild(span), isAuthenticated: true };
}

/** The end of a call whose units were reserved, or cost nothing. */
export function draftSettlement(call: Call, status: number, mode: "confirm" | "release"): Settlement {
  const units = call.reservation;
  const row = draftAudit(call, status, mode === "confirm" ? (units?.units ?? 0) : 0);
  return { row, detail: draftDetail(call), mode, units };
}

/** The end of a call whose units are charged by the statement that writes its rows. */
export function draftCharge(call: Call, status: number, units: WantedUnits): Settlement {
  const detail = draftDetail(call);
  detail.facts.u = [units.limit, USED_LATER, units.units];
  return { row: draftAudit(call, status, units.units), detail, mode: "charge", units };
}

export function draftAudit(call: Call, status: number, unitsCost: number): AuditRow {
  const { caller } = call;
  return {
    at: call.startedAt.toISOString(),
    requestId: call.requestId,
    surface: call.surface,
    method: call.request.method,
    route: call.route,
    status,
    errorCode: call.errorCode,
    ...nameCredential(caller ?? call.refusedCredential),
    scopes: caller ? writeScopes(caller.scopes) : "",
    unitsCost,
    durationMs: Math.round(performance.now() - call.startedMs),
  };
}
