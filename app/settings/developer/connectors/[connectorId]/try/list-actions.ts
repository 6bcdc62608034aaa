import { ACTION_PROFILES, type ActionName, coversProfile, type ToolProfile } from "@/lib/connectors/connector";

const TRIED = ["summarize-record", "generate-tasks", "reply-to-room"] as const satisfies readonly ActionName[];
export type TriedAction = (typeof TRIED)[number];

/** The agent runs, and whether this profile allows each. */
export function listTryActions(profile: ToolProfile): { name: TriedAction; isAllowed: boolean }[] {
  return TRIED.map((name) => ({ name, isAllowed: coversProfile(profile, ACTION_PROFILES[name]) }));
}
