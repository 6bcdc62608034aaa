import { isLogKept, listLogKeyIds } from "../../audit/proof/signing-keys";
import { listPendingMigrations } from "../../db/database-health";
import type { PartitionedTable } from "../../db/partitioned-table";
import { countPartitionsAhead } from "../../db/partitions";
import { pool } from "../../db/pool";
import { countSeals } from "../../db/reseal";
import { listEncryptionKeyIds } from "../../platform/crypto";
import { env, sessionSecrets } from "../../platform/env";
import { burstBackend } from "../../usage/limit-burst";
import { ALERT_LIMITS } from "../monitoring/alert-limits";
import { type HealthFact, judgePart, type PartHealth } from "./health";
import { PARTITIONED_TABLES } from "./partitioned-tables";

export async function readDatabaseHealth(): Promise<PartHealth> {
  // Before the question itself takes a connection.
  const { totalCount, idleCount, waitingCount } = pool();
  const missing = await listPendingMigrations();
  return judgePart(
    "database",
    [
      { key: "connections", count: totalCount - idleCount, max: env().DATABASE_POOL_MAX },
      ...(waitingCount > 0 ? [{ key: "callersWaiting", count: waitingCount } as const] : []),
      ...(missing.length > 0
        ? [{ key: "migrationsMissing", count: missing.length, text: missing.join(", ") } as const]
        : []),
    ],
    [
      missing.length > 0 && { state: "bad", advice: "migrations" },
      waitingCount > ALERT_LIMITS.SvcDatabasePoolWaiting.above && { state: "warn", advice: "poolWaiting" },
    ],
  );
}

export async function readLimitsHealth(): Promise<PartHealth> {
  const isReady = await burstBackend().isReady();
  const key = env().UPSTASH_REDIS_REST_URL === undefined ? "limitsMemory" : "limitsRedis";
  return judgePart("limits", [{ key }], [!isReady && { state: "bad", advice: "limitsDown" }]);
}

/** A job makes them every few hours: just after midnight one may be missing. Without that of the next span it has failed. */
export async function readPartitionHealth(): Promise<PartHealth> {
  const counted: { table: PartitionedTable; ahead: number }[] = [];
  // One after the other: the pool is there for requests.
  for (const table of PARTITIONED_TABLES) counted.push({ table, ahead: await countPartitionsAhead(table) });
  const short = counted.filter(({ table, ahead }) => ahead < table.ahead - 1);
  const least = Math.min(...counted.map(({ ahead }) => ahead));
  return judgePart(
    "partitions",
    short.length === 0
      ? [{ key: "partitionsAhead", count: least, max: counted.length }]
      : short.map(({ table, ahead }) => ({ key: "partitionsShort", text: table.name, count: ahead + 1 })),
    [short.length > 0 && { state: least < 1 ? "bad" : "warn", advice: "partitionsMissing" }],
  );
}

/** Ids of keys, never keys. Each webhook, connector and stream is looked at: few rows beside those of deliveries. */
export async function readKeyHealth(): Promise<PartHealth> {
  const seals = await countSeals();
  const [current = "", ...older] = listEncryptionKeyIds();
  const count = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (seals.get(id) ?? 0), 0);
  const lost = [...seals.keys()].filter((id) => id !== current && !older.includes(id));
  const sealedByOlder = count(older);
  const [logKey, ...olderLogKeys] = isLogKept() ? listLogKeyIds() : [];
  const facts: (HealthFact | false)[] = [
    { key: "sealKey", text: current, count: seals.get(current) ?? 0 },
    older.length > 0 && { key: "sealKeysOlder", text: older.join(", "), count: older.length },
    older.length > 0 && { key: "sealsOlder", count: sealedByOlder },
    lost.length > 0 && { key: "sealsLost", count: count(lost), text: lost.join(", ") },
    { key: sessionSecrets().length > 1 ? "sessionFallback" : "sessionSecret" },
    logKey !== undefined && { key: "logKey", text: logKey },
    olderLogKeys.length > 0 && { key: "logKeysOlder", text: olderLogKeys.join(", "), count: olderLogKeys.length },
  ];
  return judgePart(
    "keys",
    facts.filter((fact) => fact !== false),
    [
      lost.length > 0 && { state: "bad", advice: "sealsLost" },
      sealedByOlder > 0 && { state: "warn", advice: "rotationOpen" },
    ],
  );
}
