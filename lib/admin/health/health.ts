/** A part comes before those that its failure explains. */
export const HEALTH_PARTS = [
  "database",
  "limits",
  "background",
  "deliveries",
  "auditLog",
  "auditStreams",
  "auditArchive",
  "mail",
  "partitions",
  "keys",
] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** `off`: this service does not use it. `silent`: it gave no response in time. */
const HEALTH_STATES = ["off", "good", "warn", "silent", "bad"] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export type Advice =
  | "failed"
  | "silent"
  | "migrations"
  | "poolWaiting"
  | "limitsDown"
  | "backgroundLate"
  | "backgroundFailed"
  | "inngestSilent"
  | "deliveriesLate"
  | "logBehind"
  | "logNotKept"
  | "streamsBehind"
  | "archiveAway"
  | "archiveMissing"
  | "archiveFailed"
  | "archiveLate"
  | "mailLate"
  | "mailRefused"
  | "partitionsMissing"
  | "sealsLost"
  | "rotationOpen";

export type FactKey =
  | "connections"
  | "callersWaiting"
  | "migrationsMissing"
  | "limitsRedis"
  | "limitsMemory"
  | "runnerEmbedded"
  | "runnerInngest"
  | "runnerDevelopment"
  | "runnerStandsIn"
  | "probeAnswered"
  | "runsDue"
  | "oldestDue"
  | "runsFailed"
  | "deliveriesDue"
  | "logSigned"
  | "logUnsigned"
  | "logOff"
  | "rowsWaiting"
  | "oldestRow"
  | "streamsFailing"
  | "archiveOff"
  | "archiveMonths"
  | "archiveDue"
  | "archiveHeld"
  | "archiveAway"
  | "archiveMissing"
  | "archiveFailed"
  | "archiveDone"
  | "mailOff"
  | "mailServer"
  | "mailbox"
  | "mailsDue"
  | "mailsRefused"
  | "partitionsAhead"
  | "partitionsShort"
  | "sealKey"
  | "sealKeysOlder"
  | "sealsOlder"
  | "sealsLost"
  | "sessionSecret"
  | "sessionFallback"
  | "logKey"
  | "logKeysOlder";

export interface HealthFact {
  key: FactKey;
  count?: number;
  /** The count stopped here, so there may be more. */
  isMost?: boolean;
  max?: number;
  text?: string;
  at?: Date;
}

interface Finding {
  state: HealthState;
  advice: Advice;
}

export interface PartHealth {
  part: HealthPart;
  state: HealthState;
  facts: readonly HealthFact[];
  advice: readonly Advice[];
}

export function classifyPart(
  part: HealthPart,
  facts: readonly HealthFact[],
  findings: readonly (Finding | false)[],
  otherwise: "good" | "off" = "good",
): PartHealth {
  const found = findings
    .filter((finding) => finding !== false)
    .toSorted((a, b) => HEALTH_STATES.indexOf(b.state) - HEALTH_STATES.indexOf(a.state));
  return { part, facts, state: found[0]?.state ?? otherwise, advice: found.map(({ advice }) => advice) };
}

export function worstState(parts: readonly PartHealth[]): HealthState {
  const states = new Set(parts.map(({ state }) => state));
  return HEALTH_STATES.findLast((state) => states.has(state)) ?? "good";
}

export function isLate(since: Date | null, at: Date, seconds: number): boolean {
  return since !== null && at.getTime() - since.getTime() > seconds * 1000;
}
