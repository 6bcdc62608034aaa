import type { AdminAccess } from "../../access/open-administration";
import { log } from "../../platform/log";
import { classifyPart, HEALTH_PARTS, type HealthPart, type PartHealth } from "./health";
import { readDatabaseHealth, readKeyHealth, readLimitsHealth, readPartitionHealth } from "./read-ground-health";
import {
  readArchiveHealth,
  readAuditLogHealth,
  readAuditStreamHealth,
  readBackgroundHealth,
  readDeliveryHealth,
  readMailHealth,
} from "./read-queue-health";

const ANSWER_TIMEOUT_MS = 2_000;

const READERS: Readonly<Record<HealthPart, () => Promise<PartHealth>>> = {
  database: readDatabaseHealth,
  limits: readLimitsHealth,
  background: readBackgroundHealth,
  deliveries: readDeliveryHealth,
  auditLog: readAuditLogHealth,
  auditStreams: readAuditStreamHealth,
  auditArchive: readArchiveHealth,
  mail: readMailHealth,
  partitions: readPartitionHealth,
  keys: readKeyHealth,
};

export function readHealth(_admin: AdminAccess, timeoutMs: number = ANSWER_TIMEOUT_MS): Promise<PartHealth[]> {
  return Promise.all(HEALTH_PARTS.map((part) => readInTime(part, timeoutMs)));
}

async function readInTime(part: HealthPart, timeoutMs: number): Promise<PartHealth> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<PartHealth>((resolve) => {
    timer = setTimeout(() => resolve(classifyPart(part, [], [{ state: "silent", advice: "silent" }])), timeoutMs);
  });
  try {
    return await Promise.race([readOnce(part), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** The map is not `shared`, because some parts compare our classes. */
const readings = new Map<HealthPart, Promise<PartHealth>>();

/** A hanging part is read once, however often the page is opened, or each visit would take another connection. */
function readOnce(part: HealthPart): Promise<PartHealth> {
  const underWay = readings.get(part);
  if (underWay) return underWay;
  const reading = READERS[part]()
    .catch((error: unknown) => {
      log().warn({ error, part }, "the health of a part could not be read");
      return classifyPart(part, [], [{ state: "bad", advice: "failed" }]);
    })
    .finally(() => readings.delete(part));
  readings.set(part, reading);
  return reading;
}
