import { z } from "zod";
import { type Caller, representedUserId } from "../access/caller";
import type { PageRequest } from "../db/page";
import { equalBytes, isSignedText, signText } from "../platform/crypto";
import type { Issue } from "../platform/errors";
import { type IdPrefix, isId } from "../platform/ids";
import { INSTANT_FORM, instant } from "../platform/instant";
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, LIST_LIMIT_MIN } from "../platform/limits";

const CURSOR_MESSAGE = "is not a cursor of this list and these filters; pass the previous page's nextCursor unchanged";
const LIMIT_MESSAGE = `must be an integer from ${LIST_LIMIT_MIN} to ${LIST_LIMIT_MAX}`;

export type IsPlace = (text: string) => boolean;

interface ListRequest {
  caller: Caller;
  params: unknown;
}

/** Filters narrow a list and never change its order. A cursor opens only where the same rows are selected. */
export function listQuery<Filters extends z.ZodRawShape = Record<never, never>>(
  operationId: string,
  prefix: IdPrefix | IsPlace,
  filters?: Filters,
) {
  return {
    query: z.object({ ...pageParameters(), ...filters }),
    checkQuery: ({ query, ...request }: ListRequest & { query: PageQuery }): Issue | null => {
      if (query.cursor === undefined) return null;
      const place = openCursor(operationId, prefix, query.cursor, selectionOf(query, request));
      if (place === null) return { path: "cursor", message: CURSOR_MESSAGE };
      query.cursor = place;
      return null;
    },
  };
}

function pageParameters() {
  return {
    limit: z
      .string()
      .regex(/^\d{1,6}$/, LIMIT_MESSAGE)
      .transform(Number)
      .pipe(z.number().min(LIST_LIMIT_MIN, LIMIT_MESSAGE).max(LIST_LIMIT_MAX, LIMIT_MESSAGE))
      .default(LIST_LIMIT_DEFAULT)
      .meta({
        override: {
          type: "integer",
          minimum: LIST_LIMIT_MIN,
          maximum: LIST_LIMIT_MAX,
          default: LIST_LIMIT_DEFAULT,
          description: "Items of the page, newest first",
        },
      }),
    cursor: z
      .string()
      .optional()
      .meta({
        override: {
          type: "string",
          pattern: "^[A-Za-z0-9_-]{1,400}$",
          description: "The previous page's nextCursor, unchanged, with the same path and filters",
        },
      }),
  };
}

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

function selectionOf({ limit: _, cursor: __, ...filters }: PageQuery, { caller, params }: ListRequest): string {
  const ids = typeof params === "object" && params !== null ? params : {};
  const hasIds = Object.keys(ids).length > 0;
  return describeSelection(ids, filters, hasIds ? [] : [caller.billing.entityId, representedUserId(caller)]);
}

export function describeSelection(ids: object, filters: object = {}, owner: readonly unknown[] = []): string {
  const given = Object.entries({ ...ids, ...filters }).filter(([, value]) => value !== undefined);
  return JSON.stringify([owner, given.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

export interface ListPage extends PageRequest {
  selection: string;
}

export function updatedSince() {
  const description = `Only items that changed at this time or later, newest first. ${INSTANT_FORM}`;
  return instant()
    .optional()
    .meta({ override: { type: "string", format: "date-time", description, "x-svc-since": "2026-11-22" } });
}

export function pageOf(query: PageQuery, request: ListRequest): ListPage {
  const { limit, cursor } = query;
  return { limit, after: cursor ?? null, selection: selectionOf(query, request) };
}

export function cursorPage<S extends z.ZodType>(item: S) {
  const id = `${z.globalRegistry.get(item)?.id?.replace(/Summary$/, "")}Page`;
  const nextCursor = z.string().nullable().meta({ description: "The `cursor` of the next page; null on the last one" });
  return z.object({ data: z.array(item), nextCursor }).meta({ id });
}

export function toPage<Row>(operationId: string, rows: Row[], page: ListPage, placeOf: (row: Row) => string) {
  const { limit, selection } = page;
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { data: rows.slice(0, limit), nextCursor: last ? writeCursor(operationId, placeOf(last), selection) : null };
}

const VERSION = "1";
const SEAL_BYTES = 9;

/** The cursor is base64url of version, endpoint, place, and a seal over these and what selects the rows. */
export function writeCursor(operationId: string, place: string, selection: string): string {
  const content = `${VERSION}.${operationId}.${place}`;
  return encodeCursor(content, signText("cursor", `${content}?${selection}`));
}

export function openCursor(
  operationId: string,
  prefix: IdPrefix | IsPlace,
  cursor: string,
  selection: string,
): string | null {
  if (!/^[A-Za-z0-9_-]{1,400}$/.test(cursor)) return null;
  const [version, operation, place = "", given = "", ...rest] = Buffer.from(cursor, "base64url")
    .toString("latin1")
    .split(".");
  const isPlace = typeof prefix === "function" ? prefix(place) : isId(prefix, place);
  if (version !== VERSION || operation !== operationId || rest.length > 0 || !isPlace) return null;
  const content = `${VERSION}.${operationId}.${place}`;
  const isOurs = isSignedText(
    "cursor",
    `${content}?${selection}`,
    (signature) =>
      equalBytes(cutSeal(signature), Buffer.from(given, "base64url")) && encodeCursor(content, signature) === cursor,
  );
  return isOurs ? place : null;
}

function encodeCursor(content: string, signature: string): string {
  return Buffer.from(`${content}.${cutSeal(signature).toString("base64url")}`).toString("base64url");
}

function cutSeal(signature: string): Buffer {
  return Buffer.from(signature, "base64url").subarray(0, SEAL_BYTES);
}
