import type { ActName } from "../../lib/audit/act-store";
import type { ActScene } from "./act-scene";

export interface Expected {
  name: ActName;
  /** Whose id the row holds; the result of the work, unless it says otherwise. */
  resource?: (scene: ActScene, result: string) => string | null;
  user?: (scene: ActScene) => string;
  area?: "organization" | "own area" | "service";
}

/** What is made ready first, and the one act that is watched; it returns the id of the thing acted on. */
export type Verb = readonly [
  verb: string,
  prepare: (scene: ActScene) => Promise<() => Promise<string>>,
  ...acts: Expected[],
];

export const done = (work: (scene: ActScene) => Promise<string>) => async (scene: ActScene) => () => work(scene);
export const MEMBER = (scene: ActScene) => scene.member.id;
export const OWNER = (scene: ActScene) => scene.owner.id;
export const ORGANIZATION = (scene: ActScene) => scene.organizationId;
export const ROOM = (scene: ActScene) => scene.roomId;
export const NOTHING = () => null;
