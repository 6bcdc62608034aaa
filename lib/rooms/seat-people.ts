import type { Role } from "../access/membership";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { newId } from "../platform/ids";

export interface Seat {
  roomId: string;
  userId: string;
  role: Role;
}

export function seatPeople(tx: Transaction, seats: readonly Seat[]): Promise<{ roomId: string }[]> {
  const createdAt = now();
  return tx.prisma.roomMember.createManyAndReturn({
    data: seats.map((seat) => ({ id: newId("mem"), ...seat, createdAt })),
    select: { roomId: true },
    skipDuplicates: true,
  });
}
