import { isLogKept, listLogKeyIds } from "../../audit/proof/signing-keys";
import { AUDIT_LOG, RECORDED_BODIES, REQUEST_DETAILS } from "../../audit/retention";
import { listPendingMigrations } from "../../db/database-health";
import type { PartitionedTable } from "../../db/partitioned-table";
import { countPartitionsAhead } from "../../db/partitions";
import { pool } from "../../db/pool";
import { countSeals } from "../../db/reseal";
import { EVENTS } from "../../events/retention";
import { listEncryptionKeyIds } from "../../platform/crypto";
import { env, sessionSecrets } from "../../platform/env";
import { burstBackend } from "../../usage/limit-burst";
import { DELIVERY_TABLES } from "../../webhooks/retention";
import { ALERT_LIMITS } from "../monitoring/alert-limits";
import { classifyPart, type HealthFact, type PartHealth } from "./health";

export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  AUDIT_LOG,
  REQUEST_DETAILS,
  RECORDED_BODIES,
  EVENTS,
  ...DELIVERY_TABLES,
];

export async function readDatabaseHealth(): Promise<PartHealth> {
  // The query below takes a connection itself.
  const { totalCount, idleCount, waitingCount } = pool();
  const missing = await listPendingMigrations();
  return classifyPart(
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
  return classifyPart("limits", [{ key }], [!isReady && { state: "bad", advice: "limitsDown" }]);
}

/**
 * A job makes partitions every few hours, so just after midnight one may be missing. A missing next span means that it
 * failed.
 */
export async function readPartitionHealth(): Promise<PartHealth> {
  const counted: { table: PartitionedTable; ahead: number }[] = [];
  // The queries run one after the other, because the pool is for requests.
  for (const table of PARTITIONED_TABLES) counted.push({ table, ahead: await countPartitionsAhead(table) });
  const short = counted.filter(({ table, ahead }) => ahead < table.ahead - 1);
  const least = Math.min(...counted.map(({ ahead }) => ahead));
  return classifyPart(
    "partitions",
    short.length === 0
      ? [{ key: "partitionsAhead", count: least, max: counted.length }]
      : short.map(({ table, ahead }) => ({ key: "partitionsShort", text: table.name, count: ahead + 1 })),
    [short.length > 0 && { state: least < 1 ? "bad" : "warn", advice: "partitionsMissing" }],
  );
}

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
  return classifyPart(
    "keys",
    facts.filter((fact) => fact !== false),
    [
      lost.length > 0 && { state: "bad", advice: "sealsLost" },
      sealedByOlder > 0 && { state: "warn", advice: "rotationOpen" },
    ],
  );
}
