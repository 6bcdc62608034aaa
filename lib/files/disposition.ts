/** A stranger's bytes may do nothing when they are opened by themselves. */
export const BYTES_POLICY = "sandbox; default-src 'none'";

export function describeAttachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9 ._-]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(fileName)}`;
}

function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
