import { sql, type Transaction, transaction } from "../platform/db";
import { roomNotFound } from "../platform/errors";
import { isId } from "../platform/ids";
import type { Plan } from "../platform/limits";
import { limitPersonWrites } from "../usage/limit-burst";
import type { Caller } from "./caller";

interface BillingRow {
  entityId: string;
  plan: Plan;
  seats: number;
  organizationId: string | null;
}

/** The billing context of a room that this person sits in. */
const FIND_BILLING = `
  SELECT b.id AS "entityId", b.plan::text AS plan, b.seats, r.organization_id AS "organizationId"
  FROM room_members m JOIN rooms r ON r.id = m.room_id JOIN billing_entities b ON b.id = r.billing_entity_id
  WHERE m.room_id = $1 AND m.user_id = $2`;

/**
 * A signed-in person on the way into one room, told as the gates tell it: so the verbs that open things for `/v1` open
 * them for the workspace. Credentials see one billing context; a person is in that of the room they stand in.
 */
async function callAsPerson(userId: string, roomId: string): Promise<Caller> {
  const [row] = isId("room", roomId) ? await sql<BillingRow>("find_room_billing", FIND_BILLING, [roomId, userId]) : [];
  if (!row) throw roomNotFound();
  const { organizationId, ...quota } = row;
  return {
    actor: { type: "user", id: userId, userId },
    authMethod: "session",
    scopes: new Set(),
    billing:
      organizationId === null
        ? { ...quota, kind: "individual", userId }
        : { ...quota, kind: "organization", organizationId },
    apiKeyId: null,
    isUseStale: false,
    grantId: null,
    tokenId: null,
    appId: null,
  };
}

/** One of the verbs that give proof of access: `openRoom`, `openRoomToWrite`, `openTaskToWrite` and so on. */
type Open<Params extends { roomId: string }, Access> = (caller: Caller, params: Params) => Promise<Access>;

export async function openAsPerson<Params extends { roomId: string }, Access>(
  userId: string,
  params: Params,
  open: Open<Params, Access>,
): Promise<Access> {
  return open(await callAsPerson(userId, params.roomId), params);
}

/** A write of the workspace: access and write burst as `/v1` has them, then the same verb of the store in one transaction. */
export async function writeAsPerson<Params extends { roomId: string }, Access, Result>(
  userId: string,
  params: Params,
  open: Open<Params, Access>,
  write: (tx: Transaction, access: Access) => Promise<Result>,
): Promise<Result> {
  const access = await openAsPerson(userId, params, open);
  await limitPersonWrites(userId);
  return transaction((tx) => write(tx, access));
}

/** The end of a write that was counted when it began: an upload whose bytes are here is not refused for its pace. */
export async function finishAsPerson<Params extends { roomId: string }, Access, Result>(
  userId: string,
  params: Params,
  open: Open<Params, Access>,
  write: (tx: Transaction, access: Access) => Promise<Result>,
): Promise<Result> {
  const access = await openAsPerson(userId, params, open);
  return transaction((tx) => write(tx, access));
}
