import type { ActName } from "../../lib/audit/record-act";
import type { ActScene } from "./act-scene";

export interface Expected {
  name: ActName;
  /** The id that the row must hold: by default the result of the act; null is not compared. */
  resource?: (scene: ActScene, result: string) => string | null;
  user?: (scene: ActScene) => string | null;
  area?: "organization" | "own area" | "service";
}

/** `prepare` sets up the scene and returns the act to watch; the act returns the id of its object. */
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
