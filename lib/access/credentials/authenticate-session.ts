import { sharedBatch } from "../../db/batch";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { equalBytes, sha256 } from "../../platform/crypto";
import { isId } from "../../platform/ids";
import { FIND_ROOM_BILLING } from "../access.sql";
import { type BillingContext, type Caller, describeBilling } from "../caller";
import { toScopeSet } from "../scope-sets";
import { SCOPES } from "../scopes";
import { isCliToken } from "./cli-token";
import { FIND_CLI_SESSIONS, FIND_PERSON_BILLING } from "./credentials.sql";
import { recordSessionUse } from "./record-session-use";

export type CliSessionRow = RowOf<typeof FIND_CLI_SESSIONS>;

const findSessions = sharedBatch<Buffer, CliSessionRow | null>("find-cli-sessions", async (hashes) => {
  const rows = await query(FIND_CLI_SESSIONS, { hashes, now: now() });
  return hashes.map((hash) => rows.find((row) => equalBytes(row.hash, hash)) ?? null);
});

/** There is no cache, so an ended session is refused from the next request. */
export async function findCliSession(token: string): Promise<CliSessionRow | null> {
  if (!isCliToken(token)) return null;
  const row = await findSessions(sha256(token));
  if (row) recordSessionUse(row.id, row.lastUsedAt, now());
  return row;
}

export interface RequestedContext {
  roomId: string | undefined;
  organizationId: string | null;
}

export async function authenticateCliSession(token: string, context: RequestedContext): Promise<Caller | null> {
  const session = await findCliSession(token);
  if (!session) return null;
  const { id, userId } = session;
  return callAtCommandLine(id, userId, await findBilling(userId, context));
}

export function callAtCommandLine(sessionId: string, userId: string, billing: BillingContext): Caller {
  return {
    actor: { type: "user", id: userId, userId },
    authMethod: "cli_session",
    billing,
    apiKeyId: null,
    appId: null,
    grantId: null,
    tokenId: sessionId,
    scopes: toScopeSet(SCOPES),
    isUseStale: false,
    keyBudget: null,
    isRecorded: false,
  };
}

/** The person's own area is charged when they have no seat or membership; nothing of the other is found there. */
async function findBilling(userId: string, { roomId, organizationId }: RequestedContext): Promise<BillingContext> {
  if (roomId !== undefined && isId("room", roomId)) {
    const [room] = await query(FIND_ROOM_BILLING, { roomId, userId });
    if (room) return describeBilling(room, room.organizationId, userId);
  }
  const [organization] = organizationId === null ? [] : await query(FIND_PERSON_BILLING, { userId, organizationId });
  if (organization) return describeBilling(organization, organizationId, userId);
  const [own] = await query(FIND_PERSON_BILLING, { userId, organizationId: null });
  if (!own) throw new Error("The person of a session has no billing entity.");
  return describeBilling(own, null, userId);
}
