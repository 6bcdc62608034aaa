import type { Actor } from "../access/caller";
import type { Endpoint } from "./endpoint";

type ActorType = Pick<Actor, "type" | "userId">;
type WritingActor = Exclude<Actor, { type: "app" }>;

/** §4: On `/v1` only people write, through tools agents write for them; an API key never writes. */
export function mayWrite(actor: Actor, isTool: boolean): actor is WritingActor {
  return actor.type === "user" || (actor.type === "agent" && isTool);
}

export const USE_A_USER = "Use a user's access token to write.";
export const USE_A_PERSON = "Use a personal API key or a user's access token.";

export const EXCLUSIONS = {
  keys_read: `API keys are read-only. ${USE_A_USER}`,
  agents_read: `Agents are read-only on /v1 and write through tools. ${USE_A_USER}`,
  person_needed: `An organization's API key represents no person. ${USE_A_PERSON}`,
};
export type Exclusion = keyof typeof EXCLUSIONS;

export function findExclusion(endpoint: Endpoint | null, { type, userId }: ActorType, isTool: boolean) {
  if (endpoint?.kind === "write" && type === "app") return "keys_read";
  if (endpoint?.kind === "write" && type === "agent" && !isTool) return "agents_read";
  return endpoint?.operationId === "readMe" && userId === null ? "person_needed" : null;
}
