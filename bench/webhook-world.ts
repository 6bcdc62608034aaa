import pg from "pg";
import type { RoomAccess } from "../lib/access/open-room";
import { transaction } from "../lib/db/transaction";
import { recordEvent } from "../lib/events/outbox";
import { migrate } from "../scripts/database/migrate.mjs";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";

export const numbered = (prefix: string, n: number) => `${prefix}_0${String(n).padStart(25, "0")}`;

/** A migrated scratch database or one that is filled already, and an environment in which this process is the service. */
export async function openWebhookWorld(filledUrl?: string) {
  const cluster = filledUrl === undefined ? await openScratchCluster() : { stop: async () => undefined };
  const url = "buildUrl" in cluster ? cluster.buildUrl("postgres") : (filledUrl ?? "");
  if (filledUrl === undefined) await migrate(url);
  Object.assign(process.env, { DATABASE_URL: url, SVC_ALLOWED_PRIVATE_TARGETS: "127.0.0.1", SVC_LOG_LEVEL: "warn" });
  process.env["SVC_SESSION_SECRET"] = "s".repeat(43);
  process.env["SVC_ENCRYPTION_KEY"] = `k1:${"A".repeat(43)}=`;
  const client = new pg.Client({ connectionString: url });
  // The database goes first when a measure fails; the measure's own error matters more.
  client.on("error", () => undefined);
  await client.connect();
  return { cluster, client, url };
}

/** The room of the n-th billing entity. */
function accessOf(n: number): RoomAccess {
  return {
    roomId: numbered("room", n),
    organizationId: null,
    billingEntityId: numbered("bil", n),
    role: 30,
  } as unknown as RoomAccess;
}

export async function emitIn(n: number): Promise<void> {
  await transaction((tx) =>
    recordEvent(tx, accessOf(n), { type: "message.created", objectId: String(Date.now()), v1Data: null }),
  );
}
