import { cookies } from "next/headers";
import { AUDIT_PATH } from "@/app/_links";
import { type ExportedRow, readExportedRow, writeExportedRow } from "@/lib/audit-log/exported-row";
import { env } from "@/lib/platform/env";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** One for each area, sent to the screen of the audit log alone. */
const nameOf = (area: string) => `svc_audit_export_${area}`;

export async function loadExportedRow(area: string): Promise<ExportedRow | null> {
  return readExportedRow((await cookies()).get(nameOf(area))?.value ?? "");
}

export async function keepExportedRow(area: string, row: ExportedRow): Promise<void> {
  const secure = env().SVC_BASE_URL.startsWith("https://");
  const options = { httpOnly: true, sameSite: "lax", path: AUDIT_PATH, secure, maxAge: YEAR_SECONDS } as const;
  (await cookies()).set(nameOf(area), writeExportedRow(row), options);
}
