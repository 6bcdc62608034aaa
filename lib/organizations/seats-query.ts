import { now } from "../platform/clock";
import { database, type Executor } from "../platform/db";
import type { RowOf } from "../platform/statement";
import type { OrganizationAccess } from "./open-organization";
import { COUNT_SEATS } from "./organizations.sql";

/** Each open invitation (`invited`) keeps a seat. */
export type SeatUse = RowOf<typeof COUNT_SEATS>;

export async function readSeatUse(on: Executor, organizationId: string): Promise<SeatUse> {
  const [row] = await on.query(COUNT_SEATS, [organizationId, now()]);
  return row ?? { members: 0, owners: 0, invited: 0 };
}

export function countSeatUse({ organizationId }: OrganizationAccess): Promise<SeatUse> {
  return readSeatUse(database, organizationId);
}

export async function countTakenSeats(on: Executor, organizationId: string): Promise<number> {
  const { members, invited } = await readSeatUse(on, organizationId);
  return members + invited;
}
