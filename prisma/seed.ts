import { setRoleDefaults } from "../lib/db/set-role-defaults";
import { integer, statement } from "../lib/db/statement";
import { transaction } from "../lib/db/transaction";
import { now } from "../lib/platform/clock";
import { directDatabaseUrl, env, isProductionService } from "../lib/platform/env";
import { seedAccess } from "./seed/access";
import { seedGrants } from "./seed/grants";
import type { Manifest } from "./seed/manifest";
import { seedOutgoing } from "./seed/outgoing";
import { seedPeople } from "./seed/people";
import { seedRooms } from "./seed/rooms";

/** Any fixed number: two starts may find the same database empty. */
const SEED_LOCK = 0x5fc_0002;

const LOCK_SEED = statement({
  name: "lock_seed",
  params: { lock: integer },
  row: {},
  text: (p) => `SELECT FROM pg_advisory_xact_lock(${p.lock}::integer)`,
});

/**
 * Fills a database without users with the demo, in one transaction. Secrets are in the manifest alone, which `keep` takes
 * before the rows are committed: rows whose secrets are lost would be useless.
 */
export async function seedDemo(keep: (manifest: Manifest) => void): Promise<boolean> {
  if (isProductionService()) throw new Error("The demo is not for production.");
  const { SVC_BASE_URL } = env();
  // The pooler's first connections are those of the seed, and serve the service after it.
  await setRoleDefaults();
  return transaction(async ({ prisma: tx, ...on }) => {
    await on.query(LOCK_SEED, { lock: SEED_LOCK });
    if ((await tx.user.count()) > 0) return false;
    const at = now();
    const people = await seedPeople(tx, at);
    const places = await seedRooms(tx, at, people);
    const access = await seedAccess(tx, at, people);
    await seedGrants(tx, at, people);
    const outgoing = await seedOutgoing(tx, at, people, places);
    const addresses = { baseUrl: SVC_BASE_URL, mcpUrl: `${SVC_BASE_URL}/mcp`, databaseUrl: directDatabaseUrl() };
    const { users, organizations } = people;
    keep({ ...addresses, users, organizations, ...places, ...access, ...outgoing });
    return true;
  });
}
