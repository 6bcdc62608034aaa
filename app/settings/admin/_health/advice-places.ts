import { BACKGROUND_PATH, backgroundPath, TROUBLED_HOSTS_PATH } from "@/app/_links";
import type { Advice } from "@/lib/admin/health/health";
import { slugOf } from "@/lib/docs/markdown";
import { OPERATING_PATH } from "@/lib/docs/pages";
import type { SectionKey } from "../../_frame/sections";

export const ADVICE_SCREENS: Readonly<Partial<Record<Advice, { href: string; section: SectionKey }>>> = {
  deliveriesLate: { href: TROUBLED_HOSTS_PATH, section: "troubledHosts" },
  backgroundLate: { href: BACKGROUND_PATH, section: "backgroundWork" },
  backgroundFailed: { href: backgroundPath({ show: "failed" }), section: "backgroundWork" },
  archiveFailed: { href: backgroundPath({ function: "archive-audit-log" }), section: "backgroundWork" },
  archiveLate: { href: backgroundPath({ function: "archive-audit-log" }), section: "backgroundWork" },
  partitionsMissing: { href: backgroundPath({ function: "ensure-partitions" }), section: "backgroundWork" },
};

const ALERTS = "Watch";

export function manualHref(place: string): string {
  return `${OPERATING_PATH}#${slugOf(place.startsWith("Svc") ? ALERTS : place)}`;
}

export const MANUAL_PLACES: Readonly<Record<Advice, string | null>> = {
  failed: null,
  silent: "SvcDatabasePoolWaiting",
  migrations: "Upgrades",
  poolWaiting: "SvcDatabasePoolWaiting",
  limitsDown: "SvcLimitsBackendDown",
  backgroundLate: "SvcBackgroundLate",
  backgroundFailed: "SvcBackgroundFailures",
  inngestSilent: "SvcInngestSilent",
  deliveriesLate: "SvcDeliveriesLate",
  logBehind: "SvcAuditLogBehind",
  logNotKept: "The signed audit log",
  streamsBehind: "Watch",
  archiveAway: "The archive of the audit log",
  archiveMissing: "The archive of the audit log",
  archiveFailed: "The archive of the audit log",
  archiveLate: "The archive of the audit log",
  mailLate: "Mail and sign-up",
  mailRefused: "Mail and sign-up",
  partitionsMissing: "Questions to the database",
  sealsLost: "Rotating secrets",
  rotationOpen: "Rotating secrets",
};
