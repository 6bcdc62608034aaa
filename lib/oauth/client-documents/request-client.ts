import { recordAction } from "../../audit/record-action";
import { type Transaction, transaction } from "../../db/transaction";
import { CLIENT_REQUESTS_MAX, CLIENT_REQUESTS_PER_PERSON_MAX } from "../../platform/client-document-limits";
import { now } from "../../platform/clock";
import { invalid } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { LOCK_CLIENT_REQUESTS } from "../apps/apps.sql";
import { clientHost, findClientUrlProblem } from "./client-url";
import { isApprovedAtOnce } from "./known-clients";

export type ClientState = "unknown" | "waiting" | "asked" | "approved" | "refused";

interface DocumentRow {
  app: { isActive: boolean } | null;
  refusedAt: Date | null;
  requests: readonly unknown[];
}

export function classifyState(row: DocumentRow | null, url: string): ClientState {
  if (row?.app?.isActive) return "approved";
  if (row?.app || row?.refusedAt) return "refused";
  if (isApprovedAtOnce(url)) return "approved";
  if (!row) return "unknown";
  return row.requests.length > 0 ? "asked" : "waiting";
}

export async function requestClient(userId: string, url: string): Promise<ClientState> {
  const problem = findClientUrlProblem(url);
  if (problem) throw invalid([{ path: "url", message: problem }]);
  return transaction(async (tx) => {
    await tx.query(LOCK_CLIENT_REQUESTS, { lock: "svc.client-requests" });
    const row = await tx.prisma.oAuthClientDocument.findUnique({
      where: { url },
      include: { app: { select: { isActive: true } }, requests: { where: { userId } } },
    });
    const state = classifyState(row, url);
    if (state !== "unknown" && state !== "waiting") return state;
    await requireRoom(tx, userId);
    const documentId = row?.id ?? newId("cid");
    const createdAt = now();
    if (!row) await tx.prisma.oAuthClientDocument.create({ data: { id: documentId, url, createdAt } });
    await tx.prisma.oAuthClientRequest.create({ data: { documentId, userId, createdAt } });
    const details = { host: clientHost(url) };
    recordAction(tx, { name: "oauth_client.request", userId, resourceId: documentId, scope: "own area", details });
    return "asked";
  });
}

const UNDECIDED = { appId: null, refusedAt: null } as const;

async function requireRoom({ prisma }: Transaction, userId: string): Promise<void> {
  const own = await prisma.oAuthClientRequest.count({ where: { userId, document: UNDECIDED } });
  if (own >= CLIENT_REQUESTS_PER_PERSON_MAX) throw invalid([{ path: "", message: "client_requests_own" }]);
  const all = await prisma.oAuthClientDocument.count({ where: { ...UNDECIDED, requests: { some: {} } } });
  if (all >= CLIENT_REQUESTS_MAX) throw invalid([{ path: "", message: "client_requests_full" }]);
}
