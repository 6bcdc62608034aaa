import { ERRORS_PATH } from "@/lib/api/error-path";
import { EVENT_CATALOG_PATH } from "@/lib/docs/event-page";
import { REFERENCE_PATH } from "@/lib/docs/operation-page";
import { CHANGELOG_PATH, DOCS_PATH } from "@/lib/docs/pages";

export const STATUS_PATH = "/status";

export const SITE_LINKS = [
  ["docs", DOCS_PATH],
  ["reference", REFERENCE_PATH],
  ["events", EVENT_CATALOG_PATH],
  ["errors", ERRORS_PATH],
  ["changelog", CHANGELOG_PATH],
  ["status", STATUS_PATH],
] as const;
