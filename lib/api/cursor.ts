import { createHmac } from "node:crypto";
import { equalBytes } from "../platform/crypto";
import { env } from "../platform/env";
import { type IdPrefix, isId } from "../platform/ids";
import { shared } from "../platform/shared";

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
  const key = shared("cursor-key", () => createHmac("sha256", env().SVC_SESSION_SECRET).update("cursor").digest());
  return createHmac("sha256", key).update(content).digest().subarray(0, SEAL_BYTES);
}
