import { explainRefusal, mayManage } from "../access/membership";
import type { RoomAccess } from "../access/open-room";
import { recordAct } from "../audit/record-act";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { lockRoom, tellRoom } from "./lock-room";
import { RoomName } from "./settings";

export async function renameRoom(
  tx: Transaction,
  { roomId, billingEntityId }: RoomAccess,
  actorId: string,
  input: string,
): Promise<void> {
  const name = checkInput(RoomName, input, "name");
  if (!mayManage(await lockRoom(tx, roomId, actorId))) throw explainRefusal("managers_only", "name");
  await tx.prisma.room.update({ where: { id: roomId }, data: { name, updatedAt: now() } });
  recordAct(tx, { name: "room.update", userId: actorId, resourceId: roomId, scope: { billingEntityId } });
  tellRoom(tx, roomId);
}
