export const REQUESTS_PATH = "/settings/developer/requests";

export function whyPath(requestId: string, rowId?: string | null): string {
  const row = rowId ? `?row=${encodeURIComponent(rowId)}` : "";
  return `${REQUESTS_PATH}/${encodeURIComponent(requestId)}${row}`;
}

/** A segment of a path as Next hands it over; text that is not encoded as it should be stays. */
export function readRequestId(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
