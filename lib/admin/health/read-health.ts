import type { AdminAccess } from "../../accounts/profile/open-administration";
import { log } from "../../platform/log";
import { HEALTH_PARTS, type HealthPart, judgePart, type PartHealth } from "./health";
import { readArchiveHealth } from "./read-archive-health";
import { readDatabaseHealth, readKeyHealth, readLimitsHealth, readPartitionHealth } from "./read-ground-health";
import {
  readAuditLogHealth,
  readAuditStreamHealth,
  readBackgroundHealth,
  readDeliveryHealth,
  readMailHealth,
} from "./read-queue-health";

/** Longer than any part takes that is well. */
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

/** Every part of the service, as it is now. One that does not answer in time says so, and holds up no other. */
export function readHealth(_admin: AdminAccess, timeoutMs: number = ANSWER_TIMEOUT_MS): Promise<PartHealth[]> {
  return Promise.all(HEALTH_PARTS.map((part) => readInTime(part, timeoutMs)));
}

async function readInTime(part: HealthPart, timeoutMs: number): Promise<PartHealth> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<PartHealth>((resolve) => {
    timer = setTimeout(() => resolve(judgePart(part, [], [{ state: "silent", advice: "silent" }])), timeoutMs);
  });
  try {
    return await Promise.race([ask(part), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Not shared with the front door, which asks nothing here: some parts compare classes of ours. */
const asked = new Map<HealthPart, Promise<PartHealth>>();

/** A part that hangs is asked once, however often the page is opened: otherwise each visit would take a connection more. */
function ask(part: HealthPart): Promise<PartHealth> {
  const underWay = asked.get(part);
  if (underWay) return underWay;
  const asking = READERS[part]()
    .catch((error: unknown) => {
      log().warn({ error, part }, "the health of a part could not be read");
      return judgePart(part, [], [{ state: "bad", advice: "failed" }]);
    })
    .finally(() => asked.delete(part));
  asked.set(part, asking);
  return asking;
}
