import { MEMBER_ROLE } from "../access/roles";
import type { RowOf } from "../db/statement";
import { type Transaction, transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { FIND_COLLEAGUE, LOCK_PAIR } from "./rooms.sql";
import { seatPeople } from "./seat-people";

export function openDirectRoom(userId: string, colleagueId: string): Promise<string> {
  return transaction(async (tx) => {
    const [colleague] = isId("usr", colleagueId) ? await tx.query(FIND_COLLEAGUE, { userId, colleagueId }) : [];
    if (!colleague) throw notFound();
    await tx.query(LOCK_PAIR, { pair: [userId, colleagueId].sort().join(" ") });
    return (await findRoomOfPair(tx, userId, colleagueId)) ?? (await createRoomOfPair(tx, userId, colleague));
  });
}

async function findRoomOfPair(tx: Transaction, userId: string, colleagueId: string): Promise<string | undefined> {
  const both = [{ userId }, { userId: colleagueId }];
  const room = await tx.prisma.room.findFirst({
    where: {
      roomType: 1,
      members: { every: { OR: both } },
      AND: both.map((person) => ({ members: { some: person }, organization: { memberships: { some: person } } })),
    },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return room?.id;
}

async function createRoomOfPair(
  tx: Transaction,
  userId: string,
  { id: colleagueId, organizationId, billingEntityId }: RowOf<typeof FIND_COLLEAGUE>,
): Promise<string> {
  const [roomId, at] = [newId("room"), now()];
  const owner = { organizationId, billingEntityId };
  await tx.prisma.room.create({
    data: {
      id: roomId,
      name: "Direct messages",
      roomType: 1,
      ...owner,
      createdById: userId,
      createdAt: at,
      updatedAt: at,
    },
  });
  const people = [userId, colleagueId];
  await seatPeople(
    tx,
    people.map((member) => ({ roomId, userId: member, role: MEMBER_ROLE })),
  );
  return roomId;
}
