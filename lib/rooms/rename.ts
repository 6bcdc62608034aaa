import type { RoomAccess } from "../access/open-room";
import { recordAct } from "../audit/record-act";
import type { Transaction } from "../db/transaction";
import { updateRoom } from "./update";

/** By a person in the browser. A request to `/v1` has an audit row of its own. */
export async function renameRoom(tx: Transaction, access: RoomAccess, actorId: string, name: string): Promise<void> {
  const { roomId, billingEntityId } = access;
  await updateRoom(tx, access, actorId, { name });
  recordAct(tx, { name: "room.update", userId: actorId, resourceId: roomId, scope: { billingEntityId } });
}
