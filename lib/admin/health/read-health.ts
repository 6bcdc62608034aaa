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

function readInTime(part: HealthPart, timeoutMs: number): Promise<PartHealth> {
  const read = () =>
    READERS[part]().catch((error: unknown) => {
      log().warn({ error, part }, "the health of a part could not be read");
      return classifyPart(part, [], [{ state: "bad", advice: "failed" }]);
    });
  const silent = classifyPart(part, [], [{ state: "silent", advice: "silent" }]);
  return answerInTime(part, read, silent, timeoutMs);
}

/** A name belongs to one reading. `silent` is the answer of one that takes too long. */
export async function answerInTime<T>(
  name: string,
  read: () => Promise<T>,
  silent: T,
  timeoutMs: number = ANSWER_TIMEOUT_MS,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(silent), timeoutMs);
  });
  try {
    return await Promise.race([readOnce(name, read), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** The map is not `shared`, because some parts compare our classes. */
const readings = new Map<string, Promise<unknown>>();

/** A hanging part is read once, however often the page is opened, or each visit would take another connection. */
function readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
  const underWay = readings.get(name);
  if (underWay) return underWay as Promise<T>;
  const reading = read().finally(() => readings.delete(name));
  readings.set(name, reading);
  return reading;
}
