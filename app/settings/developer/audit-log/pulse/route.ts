import { servePulse } from "@/app/_ui/list/serve-pulse";
import { readAuditQuery } from "@/lib/audit-log/audit-filter";
import { listAudit } from "@/lib/audit-log/list-audit";
import { openAudit } from "@/lib/audit-log/open-audit";
import { PULSE_ROWS, printEntries } from "../print-entries";

export const GET = servePulse(async ({ user, readParam }) => {
  const query = readAuditQuery(readParam);
  const { entries } = await listAudit(await openAudit(user, query.area), query, null, PULSE_ROWS);
  return { ...printEntries(entries), isMoving: false };
});
