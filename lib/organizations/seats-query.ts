import { OWNER_ROLE } from "../access/roles";
import { now } from "../platform/clock";
import { database, type Executor, type Transaction } from "../platform/db";
import { IS_OPEN } from "./invitations-query";
import type { OrganizationAccess } from "./open-organization";

export interface SeatUse {
  members: number;
  owners: number;
  /** Open invitations: each keeps a seat for whoever accepts it. */
  invited: number;
}

const COUNT_SEATS = `
  SELECT (SELECT count(*)::int FROM organization_memberships WHERE organization_id = $1) AS members,
         (SELECT count(*)::int FROM organization_memberships WHERE organization_id = $1 AND role = $3) AS owners,
         (SELECT count(*)::int FROM invitations i WHERE i.organization_id = $1 AND ${IS_OPEN}) AS invited`;

export async function readSeatUse(on: Executor, organizationId: string): Promise<SeatUse> {
  const [row] = await on.sql<SeatUse>("count_organization_seats", COUNT_SEATS, [organizationId, now(), OWNER_ROLE]);
  return row ?? { members: 0, owners: 0, invited: 0 };
}

export function countSeatUse({ organizationId }: OrganizationAccess): Promise<SeatUse> {
  return readSeatUse(database, organizationId);
}

export async function countTakenSeats(tx: Transaction, organizationId: string): Promise<number> {
  const { members, invited } = await readSeatUse(tx, organizationId);
  return members + invited;
}
