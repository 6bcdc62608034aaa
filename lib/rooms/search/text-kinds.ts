import { IN_COMMENTS, IN_FILES, IN_MESSAGES, IN_RECORDS, IN_TASKS } from "./texts.sql";

/** Fewer texts wait for a block, and a search reads at least this many new texts of each room. */
export const BLOCK_TEXTS = 40;

export const TEXT_KINDS = {
  message: { prefix: "msg", ...IN_MESSAGES },
  comment: { prefix: "cmt", ...IN_COMMENTS },
  record: { prefix: "rec", ...IN_RECORDS },
  task: { prefix: "task", ...IN_TASKS },
  file: { prefix: "file", ...IN_FILES },
} as const;

export type TextKind = keyof typeof TEXT_KINDS;
export const TEXT_KIND_NAMES = Object.keys(TEXT_KINDS) as TextKind[];
