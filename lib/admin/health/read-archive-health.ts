import { readArchiveState } from "../../audit/archive/read-state";
import { AUDIT_LOG } from "../../audit/retention";
import { startOfSpan } from "../../db/partitioned-table";
import { now } from "../../platform/clock";
import { env } from "../../platform/env";
import { SCREEN_LIMITS } from "../monitoring/alert-limits";
import { classifyPart, type HealthFact, isLate, type PartHealth } from "./health";

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
