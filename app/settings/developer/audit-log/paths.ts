export const AUDIT_PATH = "/settings/developer/audit-log";
export const STREAMS_PATH = `${AUDIT_PATH}/streams`;

export function streamPath(streamId: string, rest = ""): string {
  return `${STREAMS_PATH}/${encodeURIComponent(streamId)}${rest}`;
}
