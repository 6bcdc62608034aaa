import type { ViewedScreen } from "@/lib/accounts/profile/view";
import { readAuditQuery } from "@/lib/audit-log/audit-filter";
import { AUDIT_PATH } from "../audit-log/paths";
import { REQUESTS_PATH } from "../requests/paths";
import { readRequestQuery } from "../requests/request-query";

interface Screen {
  path: string;
  /** Reads the parameters of the screen's filter; others are dropped. */
  readQuery: (read: (name: string) => string) => object;
}

export const SCREENS: Readonly<Record<ViewedScreen, Screen>> = {
  "audit-log": { path: AUDIT_PATH, readQuery: readAuditQuery },
  requests: { path: REQUESTS_PATH, readQuery: readRequestQuery },
};
