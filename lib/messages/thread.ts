import type { RowOf } from "../platform/statement";
import type { LIST_THREAD } from "./messages.sql";

/** A message for display, with names and the beginning of the message it replies to. Deleted accounts have no name. */
export type ThreadMessage = RowOf<typeof LIST_THREAD>;
export type QuotedMessage = NonNullable<ThreadMessage["replyTo"]>;
