import { readArchiveState } from "../../audit/archive/read-state";
import { isLogKept } from "../../audit/proof/signing-keys";
import { AUDIT_LOG } from "../../audit/retention";
import { startOfSpan } from "../../db/partitioned-table";
import { prisma } from "../../db/prisma";
import { query } from "../../db/transaction";
import { backgroundHealth, INNGEST_SILENT_MAX_MS } from "../../platform/background";
import { now } from "../../platform/clock";
import { backgroundMode, env } from "../../platform/env";
import { isMailConfigured, smtpServer } from "../../platform/mail-transport";
import { ALERT_LIMITS, BACKGROUND_FAILURES_MINUTES, SCREEN_LIMITS } from "../monitoring/alert-limits";
import {
  COUNTED_MAX,
  readAuditStreamQueue,
  readBackgroundQueue,
  readDueDeliveries,
  readUnsigned,
} from "../monitoring/read-backlog";
import { classifyPart, type FactKey, type HealthFact, isLate, type PartHealth } from "./health";
import { COUNT_FAILED_RUNS, COUNT_FAILING_STREAMS, READ_MAIL_QUEUE } from "./health.sql";

const STREAMS_MAX = 1_000;

function countFact(key: FactKey, count: number): HealthFact {
  return { key, count, isMost: count >= COUNTED_MAX };
}

function oldestFact(key: FactKey, at: Date | null): HealthFact[] {
  return at === null ? [] : [{ key, at }];
}

export async function readDeliveryHealth(): Promise<PartHealth> {
  const at = now();
  const { deliveriesDue, oldestDeliveryAt } = await readDueDeliveries(at);
  return classifyPart(
    "deliveries",
    [countFact("deliveriesDue", deliveriesDue), ...oldestFact("oldestDue", oldestDeliveryAt)],
    [
      isLate(oldestDeliveryAt, at, ALERT_LIMITS.SvcDeliveriesLate.above) && {
        state: "bad",
        advice: "deliveriesLate",
      },
    ],
  );
}

export async function readBackgroundHealth(): Promise<PartHealth> {
  const at = now();
  const isEmbedded = backgroundMode() === "embedded";
  const since = new Date(at.getTime() - BACKGROUND_FAILURES_MINUTES * 60_000);
  const [{ backgroundDue, oldestBackgroundAt }, [failures], probe] = await Promise.all([
    readBackgroundQueue(at),
    query(COUNT_FAILED_RUNS, { since, limit: COUNTED_MAX }),
    isEmbedded ? null : prisma().backgroundProbe.findFirst({ select: { askedAt: true, answeredAt: true } }),
  ]);
  const failed = failures?.failed ?? 0;
  // Each worker decides for itself to stand in, so a process of pages knows only from the probes.
  const isSilent = probe !== null && isLate(probe.answeredAt ?? probe.askedAt, at, INNGEST_SILENT_MAX_MS / 1000);
  const { isStandingIn } = backgroundHealth();
  return classifyPart(
    "background",
    [
      { key: isEmbedded ? "runnerEmbedded" : backgroundMode() === "inngest" ? "runnerInngest" : "runnerDevelopment" },
      ...(isStandingIn ? [{ key: "runnerStandsIn" } as const] : []),
      ...oldestFact("probeAnswered", probe?.answeredAt ?? null),
      countFact("runsDue", backgroundDue),
      ...oldestFact("oldestDue", oldestBackgroundAt),
      ...(failed > 0 ? [{ ...countFact("runsFailed", failed), max: BACKGROUND_FAILURES_MINUTES }] : []),
    ],
    [
      isLate(oldestBackgroundAt, at, ALERT_LIMITS.SvcBackgroundLate.above) && {
        state: "bad",
        advice: "backgroundLate",
      },
      (isStandingIn || isSilent) && { state: "warn", advice: "inngestSilent" },
      failed > 0 && { state: "warn", advice: "backgroundFailed" },
    ],
  );
}

export async function readAuditLogHealth(): Promise<PartHealth> {
  if (!isLogKept()) return classifyPart("auditLog", [{ key: "logOff" }], [{ state: "warn", advice: "logNotKept" }]);
  const at = now();
  const { oldestUnsignedRowAt: oldest } = await readUnsigned(at);
  return classifyPart("auditLog", oldest === null ? [{ key: "logSigned" }] : [{ key: "logUnsigned", at: oldest }], [
    isLate(oldest, at, ALERT_LIMITS.SvcAuditLogBehind.above) && { state: "bad", advice: "logBehind" },
  ]);
}

export async function readAuditStreamHealth(): Promise<PartHealth> {
  const at = now();
  const [{ auditStreamRows, oldestAuditStreamRowAt: oldest }, [streams]] = await Promise.all([
    readAuditStreamQueue(),
    query(COUNT_FAILING_STREAMS, { limit: STREAMS_MAX }),
  ]);
  const failing = streams?.failing ?? 0;
  return classifyPart(
    "auditStreams",
    [
      countFact("rowsWaiting", auditStreamRows),
      ...oldestFact("oldestRow", oldest),
      ...(failing > 0 ? [countFact("streamsFailing", failing)] : []),
    ],
    [
      (failing > 0 || isLate(oldest, at, SCREEN_LIMITS.auditStreamLateSeconds)) && {
        state: "warn",
        advice: "streamsBehind",
      },
    ],
  );
}

export async function readMailHealth(): Promise<PartHealth> {
  if (!isMailConfigured()) return classifyPart("mail", [{ key: "mailOff" }], [], "off");
  const at = now();
  const [queue] = await query(READ_MAIL_QUEUE, { at, limit: COUNTED_MAX });
  const { due, oldest, refused } = { due: 0, oldest: null, refused: 0, ...queue };
  const server = smtpServer();
  return classifyPart(
    "mail",
    [
      server ? { key: "mailServer", text: server.host } : { key: "mailbox" },
      countFact("mailsDue", due),
      ...oldestFact("oldestDue", oldest),
      ...(refused > 0 ? [countFact("mailsRefused", refused)] : []),
    ],
    [
      isLate(oldest, at, SCREEN_LIMITS.mailLateSeconds) && { state: "bad", advice: "mailLate" },
      refused > 0 && { state: "warn", advice: "mailRefused" },
    ],
  );
}

export async function readArchiveHealth(): Promise<PartHealth> {
  const { isKept, files, missing, isAway, due, held, doneAt, failure } = await readArchiveState();
  const oldest = due[0] ? startOfSpan(AUDIT_LOG, due[0].until, env().SVC_AUDIT_HOT_MONTHS) : null;
  const facts: (HealthFact | false)[] = [
    !isKept && files === 0 && { key: "archiveOff" },
    (isKept || files > 0) && { key: "archiveMonths", count: files },
    due.length > 0 && { key: "archiveDue", count: due.length, text: due.map(({ name }) => name).join(", ") },
    held.length > 0 && { key: "archiveHeld", count: held.length, text: held.map(({ name }) => name).join(", ") },
    isAway && { key: "archiveAway" },
    missing.length > 0 && { key: "archiveMissing", count: missing.length, text: missing.join(", ") },
    failure !== null && { key: "archiveFailed", at: failure.at, text: failure.error },
    isKept && failure === null && doneAt !== null && { key: "archiveDone", at: doneAt },
  ];
  return classifyPart(
    "auditArchive",
    facts.filter((fact) => fact !== false),
    [
      isAway && { state: "bad", advice: "archiveAway" },
      missing.length > 0 && { state: "bad", advice: "archiveMissing" },
      failure !== null && { state: "warn", advice: "archiveFailed" },
      isLate(oldest, now(), SCREEN_LIMITS.archiveLateSeconds) && { state: "warn", advice: "archiveLate" },
    ],
    isKept ? "good" : "off",
  );
}
