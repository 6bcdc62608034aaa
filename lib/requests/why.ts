import { STEPS } from "../api/trace";
import { type RequestFacts, readFacts } from "../audit/request-facts";
import { prisma } from "../db/prisma";
import { type ErrorCode, notFound, STATUSES } from "../platform/errors";
import { classifyRefusal } from "./causes";
import { findAccessFacts, NO_FACTS } from "./find-access-facts";
import { type FoundRow, findRequests, findUnownedRequest } from "./find-request";
import { type GateReport, reportGates } from "./gate-reports";
import type { RequestArea, RequestViewer } from "./open-viewer";
import { findOperation } from "./operation";
import { readActors } from "./read-actors";
import { type Consequences, readConsequences } from "./read-consequences";
import type { Refusal } from "./refusal";
import { describeRow, type RequestRow } from "./request-row";

interface Bodies {
  request: string | null;
  response: string | null;
}

export interface Explanation {
  request: Omit<RequestRow, "id"> & { id: string | null };
  area: Pick<RequestArea, "kind" | "ownerId" | "name"> | null;
  operationId: string | null;
  userAgent: string | null;
  network: string | null;
  queryNames: readonly string[];
  inputMicros: number | null;
  operationMicros: number | null;
  gates: GateReport[];
  stop: Refusal | null;
  caused: Consequences;
  bodies: Bodies | null;
  /** One request to the tool endpoint may hold several calls. */
  others: { id: string; route: string; status: number }[];
}

/** 404 for a request that this person may not see. */
export async function explainRequest(viewer: RequestViewer, requestId: string, rowId?: string): Promise<Explanation> {
  const found = await findRequests(viewer, requestId);
  const chosen = found.find(({ row }) => row.id === rowId) ?? chooseCall(found);
  if (!chosen) return explainUnowned(requestId);
  const { row, area } = chosen;
  const facts = readFacts(row.facts);
  const operation = findOperation(row);
  const endpoint = operation?.endpoint ?? null;
  const [names, stop, caused, bodies] = await Promise.all([
    readActors([row]),
    findStop(viewer, row, area, facts),
    readConsequences(viewer, { at: row.at, resourceId: facts.m ?? null, eventIds: facts.v ?? [] }),
    readBodies(row),
  ]);
  const request = describeRow(row, names);
  const { at, roomId, authMethod, scopes } = row;
  const microsOf = (step: "input" | "operation") => facts.t?.[STEPS.indexOf(step)] ?? null;
  return {
    request,
    area: { kind: area.kind, ownerId: area.ownerId, name: area.name },
    operationId: endpoint?.operationId ?? null,
    userAgent: facts.a ?? null,
    network: facts.n ?? null,
    queryNames: facts.q ?? [],
    inputMicros: microsOf("input"),
    operationMicros: microsOf("operation"),
    gates: reportGates({ at, facts, actor: request.actor, authMethod, scopes, roomId, endpoint }),
    stop,
    caused,
    bodies,
    others: found.filter((other) => other !== chosen).map(({ row: { id, route, status } }) => ({ id, route, status })),
  };
}

/** The refused call comes first, because people ask about it. */
function chooseCall(found: readonly { row: FoundRow; area: RequestArea }[]) {
  return found.find(({ row }) => row.status >= 400) ?? found[0];
}

async function findStop(
  viewer: RequestViewer,
  row: FoundRow,
  area: RequestArea,
  facts: RequestFacts,
): Promise<Refusal | null> {
  const code = readCode(row.errorCode);
  if (code === null) return null;
  const access = await findAccessFacts(viewer, area, { ...row, ids: facts.p ?? {} });
  const step = STEPS[facts.s ?? 0] ?? "entry";
  const { status, route, actorType, credentialId, roomId, userId } = row;
  const endpoint = findOperation(row)?.endpoint ?? null;
  const request = { status, route, actorType, credentialId, userId, roomId };
  return classifyRefusal({ ...request, step, code, facts, endpoint, area, access });
}

function readCode(code: string | null): ErrorCode | null {
  return code !== null && code in STATUSES ? (code as ErrorCode) : null;
}

const NOBODY = { kind: "unknown", type: null, credential: null, person: null } as const;

/** A request without a known credential shows only its first gate, and nobody's data is in it. */
async function explainUnowned(requestId: string): Promise<Explanation> {
  const row = await findUnownedRequest(requestId);
  const code = readCode(row?.errorCode ?? null);
  if (!row || code === null) throw notFound();
  const { at, surface, method, route, status } = row;
  const refused = STATUSES[code] === 401 || code === "rate_limit_exceeded";
  const step = refused ? "requireCredential" : "entry";
  const facts: RequestFacts = { s: STEPS.indexOf(step) };
  const endpoint = findOperation(row)?.endpoint ?? null;
  const nobody = { actorType: null, credentialId: null, userId: null, roomId: null };
  const durationMs = row.durationMs ?? 0;
  return {
    request: {
      id: null,
      requestId,
      at,
      surface,
      method,
      route,
      status,
      errorCode: code,
      durationMs,
      units: 0,
      actor: NOBODY,
      roomId: null,
    },
    area: null,
    operationId: endpoint?.operationId ?? null,
    userAgent: null,
    network: null,
    queryNames: [],
    inputMicros: null,
    operationMicros: null,
    gates: reportGates({ at, facts, actor: NOBODY, authMethod: null, scopes: "", roomId: null, endpoint }),
    stop: classifyRefusal({ ...nobody, step, code, status, route, facts, endpoint, area: null, access: NO_FACTS }),
    caused: { resourceId: null, events: [] },
    bodies: null,
    others: [],
  };
}

async function readBodies({ credentialId, at, requestId }: FoundRow): Promise<Bodies | null> {
  if (!credentialId?.startsWith("key_")) return null;
  const found = await prisma().recordedBody.findFirst({ where: { apiKeyId: credentialId, at, requestId } });
  return found && { request: found.requestBody, response: found.responseBody };
}
