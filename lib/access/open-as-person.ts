import { query, type Transaction, transaction } from "../db/transaction";
import { roomNotFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { FIND_ROOM_BILLING } from "./access.sql";
import { type Caller, callInSession, describeBilling } from "./caller";

/** A credential has one billing context; a person has that of the room they open. */
async function callAsPerson(userId: string, roomId: string): Promise<Caller> {
  const [row] = isId("room", roomId) ? await query(FIND_ROOM_BILLING, { roomId, userId }) : [];
  if (!row) throw roomNotFound();
  const { organizationId, ...quota } = row;
  return callInSession({ type: "user", id: userId, userId }, describeBilling(quota, organizationId, userId));
}

export type Open<Params extends { roomId: string }, Access> = (caller: Caller, params: Params) => Promise<Access>;

export async function openAsPerson<Params extends { roomId: string }, Access>(
  userId: string,
  params: Params,
  open: Open<Params, Access>,
): Promise<Access> {
  return open(await callAsPerson(userId, params.roomId), params);
}

/** Ends a write that was counted when it began, such as an upload, so the write burst does not refuse it. */
export async function finishAsPerson<Params extends { roomId: string }, Access, Result>(
  userId: string,
  params: Params,
  open: Open<Params, Access>,
  write: (tx: Transaction, access: Access) => Promise<Result>,
): Promise<Result> {
  const access = await openAsPerson(userId, params, open);
  return transaction((tx) => write(tx, access));
}
