import type { z } from "zod";
import { MEMBER_ROLE, OWNER_ROLE } from "../access/roles";
import { recordAction } from "../audit/record-action";
import { type Transaction, transaction } from "../db/transaction";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { type AppError, invalid } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { LOCK_MEMBERSHIPS } from "./rooms.sql";
import { type Seat, seatPeople } from "./seat-people";
import { CreateRoom, refuseRoom } from "./settings";

/** §6: a new room cannot have a webhook yet, so it records no event. */
export async function createRoom(userId: string, input: z.input<typeof CreateRoom>): Promise<string> {
  const { name, organizationId, memberIds, boardName } = checkInput(CreateRoom, input);
  const others = memberIds.filter((id) => id !== userId);
  const at = now();
  const roomId = newId("room");
  return transaction(async (tx) => {
    await checkOrganization(tx, userId, organizationId, others);
    const billingEntityId = await findBillingEntity(tx, userId, organizationId);
    const scope = { billingEntityId };
    await tx.prisma.room.create({
      data: { id: roomId, name, organizationId, billingEntityId, createdById: userId, createdAt: at, updatedAt: at },
    });
    const joining = others.map((id): Seat => ({ roomId, userId: id, role: MEMBER_ROLE }));
    await seatPeople(tx, [{ roomId, userId, role: OWNER_ROLE }, ...joining]);
    await tx.prisma.board.create({ data: { id: newId("brd"), roomId, name: boardName, position: 0, createdAt: at } });
    recordAction(
      tx,
      { name: "room.create", userId, resourceId: roomId, scope },
      ...joining.map((seat) => ({
        name: "room_member.add" as const,
        userId,
        resourceId: seat.userId,
        scope,
        details: { roomId, role: seat.role },
      })),
    );
    return roomId;
  });
}

async function checkOrganization(
  tx: Transaction,
  userId: string,
  organizationId: string | null,
  others: readonly string[],
) {
  if (organizationId === null) {
    if (others.length > 0) throw refuseRoom("personal_room", "memberIds");
    return;
  }
  if (!others.every((id) => isId("usr", id))) throw refuseRoom("person_unknown", "memberIds");
  const memberships = isId("org", organizationId)
    ? await tx.query(LOCK_MEMBERSHIPS, { organizationId, userIds: [userId, ...others] })
    : [];
  if ((memberships.find((membership) => membership.userId === userId)?.role ?? 0) < MEMBER_ROLE) throw placeUnknown();
  if (memberships.length !== others.length + 1) throw refuseRoom("person_unknown", "memberIds");
}

async function findBillingEntity(tx: Transaction, userId: string, organizationId: string | null): Promise<string> {
  const owner =
    organizationId === null
      ? await tx.prisma.user.findUnique({ where: { id: userId } })
      : await tx.prisma.organization.findUnique({ where: { id: organizationId, isActive: true } });
  if (!owner) throw placeUnknown();
  return owner.billingEntityId;
}

function placeUnknown(): AppError {
  return invalid([{ path: "", message: "place_unknown" }]);
}
