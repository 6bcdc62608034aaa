import { equalBytes, signText } from "../platform/crypto";
import { type IdPrefix, isId } from "../platform/ids";

const VERSION = "1";
const SEAL_BYTES = 9;

/** base64url of version, endpoint, last id and a seal: a cursor of another endpoint, or an altered one, does not open. */
export function writeCursor(operationId: string, lastId: string): string {
  const content = `${VERSION}.${operationId}.${lastId}`;
  return Buffer.from(`${content}.${seal(content).toString("base64url")}`).toString("base64url");
}

/** null: not a cursor of this endpoint. */
export function openCursor(operationId: string, prefix: IdPrefix, cursor: string): string | null {
  if (!/^[A-Za-z0-9_-]{1,400}$/.test(cursor)) return null;
  const [version, operation, lastId = "", given = "", ...rest] = Buffer.from(cursor, "base64url")
    .toString("latin1")
    .split(".");
  if (version !== VERSION || operation !== operationId || rest.length > 0 || !isId(prefix, lastId)) return null;
  const isOurs = equalBytes(seal(`${VERSION}.${operationId}.${lastId}`), Buffer.from(given, "base64url"));
  return isOurs && writeCursor(operationId, lastId) === cursor ? lastId : null;
}

function seal(content: string): Buffer {
  return Buffer.from(signText("cursor", content), "base64url").subarray(0, SEAL_BYTES);
}
