import type { RowOf } from "../db/statement";
import { database, type Executor } from "../db/transaction";
import { now } from "../platform/clock";
import type { OrganizationAccess } from "./open-organization";
import { COUNT_SEATS } from "./organizations.sql";

/** Each open invitation (`invited`) keeps a seat. */
export type SeatUse = RowOf<typeof COUNT_SEATS>;

type Organization = Pick<OrganizationAccess, "organizationId">;

export async function countSeatUse({ organizationId }: Organization, on: Executor = database): Promise<SeatUse> {
  const [row] = await on.query(COUNT_SEATS, [organizationId, now()]);
  return row ?? { members: 0, owners: 0, invited: 0 };
}

export async function countTakenSeats(organization: Organization, on: Executor): Promise<number> {
  const { members, invited } = await countSeatUse(organization, on);
  return members + invited;
}
