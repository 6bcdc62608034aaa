import type { Advice } from "@/lib/administration/health";
import { BACKGROUND_PATH, TROUBLED_HOSTS_PATH } from "../paths";

/** The screen that helps. */
export const ADVICE_SCREENS: Readonly<Partial<Record<Advice, string>>> = {
  deliveriesLate: TROUBLED_HOSTS_PATH,
  backgroundLate: BACKGROUND_PATH,
  backgroundFailed: `${BACKGROUND_PATH}?show=failed`,
  partitionsMissing: `${BACKGROUND_PATH}?function=ensure-partitions`,
};

/** Where docs/operating.md says more: an alert of its table, or a heading. */
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
  mailLate: "Mail and sign-up",
  mailRefused: "Mail and sign-up",
  partitionsMissing: "Questions to the database",
  sealsLost: "Rotating secrets",
  rotationOpen: "Rotating secrets",
};
