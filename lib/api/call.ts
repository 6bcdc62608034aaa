import type { Caller, CredentialIdentity, OnRefused } from "../access/caller";
import { writeScopes } from "../access/scope-sets";
import { USED_LATER } from "../audit/request-facts";
import type { AuditRow, CredentialNames, Settlement, Surface } from "../audit/settle";
import { now } from "../platform/clock";
import type { ErrorCode } from "../platform/errors";
import { isRequestId, newRequestId } from "../platform/ids";
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

export class Call {
  readonly requestId: string;
  readonly startedAt = now();
  readonly startedMs = performance.now();
  readonly trace = new Trace(this.startedMs);
  readonly span: TraceContext;
  caller: Caller | null = null;
  endpoint: Endpoint | null = null;
  /** Limits and the audit log need a known credential that was refused. It opens nothing. */
  refusedCredential: CredentialIdentity | null = null;
  burst: BurstResult | null = null;
  units: UnitsState | null = null;
  params: Readonly<Record<string, string>> = {};
  queryNames: readonly string[] = [];
  role: number | null = null;
  idempotency: "new" | "replayed" | null = null;
  madeId: string | null = null;
  reservation: Reservation | null = null;
  errorCode: ErrorCode | null = null;
  errorDetails: Readonly<Record<string, unknown>> | undefined;
  isAuthenticated = false;
  isSettled = false;

  constructor(
    readonly request: ApiRequest,
    /** The route's pattern, never the path itself, which may hold a secret. */
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

export function recordRefusedIn(call: Call): OnRefused {
  return (credential) => {
    call.refusedCredential = credential;
  };
}

export function forkCall({ requestId, request, surface, caller, span }: Call, route: string): Call {
  return { ...beginCall(request, route, surface), requestId, caller, span: openChild(span), isAuthenticated: true };
}

export function draftSettlement(call: Call, status: number, mode: "confirm" | "release"): Settlement {
  const units = call.reservation;
  const row = draftAudit(call, status, mode === "confirm" ? (units?.units ?? 0) : 0);
  return { row, detail: draftDetail(call), mode, units };
}

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

export function nameCredential(credential: CredentialIdentity | null): CredentialNames {
  const billing = credential?.billing;
  return {
    authMethod: credential?.authMethod ?? null,
    actorType: credential?.actor.type ?? null,
    actorId: credential?.actor.id ?? null,
    billingEntityId: billing?.entityId ?? null,
    organizationId: billing?.kind === "organization" ? billing.organizationId : null,
    userId: credential?.actor.userId ?? null,
    apiKeyId: credential?.apiKeyId ?? null,
    appId: credential?.appId ?? null,
    grantId: credential?.grantId ?? null,
    externalTokenId: credential?.tokenId ?? null,
  };
}
