import { writeQuery } from "@/lib/webhooks/history/delivery-filter";

export const AUDIT_PATH = "/settings/developer/audit-log";
export const STREAMS_PATH = `${AUDIT_PATH}/streams`;

export function proofPath(area: string, row: string): string {
  return `${AUDIT_PATH}/proof${writeQuery({ area, row })}`;
}

export function streamPath(streamId: string, rest = ""): string {
  return `${STREAMS_PATH}/${encodeURIComponent(streamId)}${rest}`;
}
