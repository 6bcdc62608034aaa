/** Of responses that are a stranger's bytes: opened by themselves they may do nothing. */
export const BYTES_POLICY = "sandbox; default-src 'none'";

/** RFC 6266: always a download, under its own name; `filename` is for readers of forty years ago. */
export function describeAttachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9 ._-]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(fileName)}`;
}

/** RFC 8187: encodes also the characters that `encodeURIComponent` leaves and an extended value may not hold. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
