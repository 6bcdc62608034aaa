import type { Action } from "./action";
import { generateTasks } from "./actions/generate-tasks";
import { replyToRoom } from "./actions/reply-to-room";
import { summarizeRecord } from "./actions/summarize-record";
import { testConnection } from "./actions/test-connection";

/** §4: all four. */
const ACTIONS: readonly Action[] = [testConnection, summarizeRecord, generateTasks, replyToRoom];

export function findAction(name: string): Action | null {
  return ACTIONS.find((action) => action.name === name) ?? null;
}
