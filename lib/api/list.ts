import { z } from "zod";
import { equalBytes, signText } from "../platform/crypto";
import { type IdPrefix, isId } from "../platform/ids";
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, LIST_LIMIT_MIN } from "../platform/limits";
import type { PageRequest } from "../platform/page";

const LIMIT_MESSAGE = `must be an integer from ${LIST_LIMIT_MIN} to ${LIST_LIMIT_MAX}`;

export function listQuery(operationId: string, prefix: IdPrefix) {
  return z.object({
    limit: z
      .string()
      .regex(/^\d{1,6}$/, LIMIT_MESSAGE)
      .transform(Number)
      .pipe(z.number().min(LIST_LIMIT_MIN, LIMIT_MESSAGE).max(LIST_LIMIT_MAX, LIMIT_MESSAGE))
      .default(LIST_LIMIT_DEFAULT)
      .meta({
        override: { type: "integer", minimum: LIST_LIMIT_MIN, maximum: LIST_LIMIT_MAX, default: LIST_LIMIT_DEFAULT },
      }),
    cursor: z
      .string()
      .transform((cursor, context) => {
        const id = openCursor(operationId, prefix, cursor);
        if (id === null) context.addIssue("is not a cursor of this list; pass nextCursor unchanged");
        return id;
      })
      .optional()
      .meta({
        override: {
          type: "string",
          pattern: "^[A-Za-z0-9_-]{1,400}$",
          description: "The previous page's nextCursor, unchanged",
        },
      }),
  });
}

export function pageOf({ limit, cursor }: { limit: number; cursor?: string | null | undefined }): PageRequest {
  return { limit, after: cursor ?? null };
}

/** A page is named after its items: `TaskSummary` makes `TaskPage`. */
export function cursorPage<S extends z.ZodType>(item: S) {
  const id = `${z.globalRegistry.get(item)?.id?.replace(/Summary$/, "")}Page`;
  const nextCursor = z.string().nullable().meta({ description: "The `cursor` of the next page; null on the last one" });
  return z.object({ data: z.array(item), nextCursor }).meta({ id });
}

/** Stores read one row more than a page holds; whether it came says whether there is another page. */
export function toPage<Row>(operationId: string, rows: Row[], { limit }: PageRequest, idOf: (row: Row) => string) {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { data: rows.slice(0, limit), nextCursor: last ? writeCursor(operationId, idOf(last)) : null };
}

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
