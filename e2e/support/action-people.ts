import { readManifest } from "./manifest";
import { makePerson, type Person } from "./people";
import { plantSession } from "./plant-session";
import type { ConnectedDatabase } from "./scratch-database";

export type Caller = "owner" | "guest" | "outsider" | "nobody";

export interface ActionPeople {
  readonly cookies: Readonly<Record<Caller, string>>;
  readonly owner: Person;
  readonly guest: Person;
  /** A member of the organization and of the room, the object of others' acts. */
  readonly target: Person;
  readonly outsider: Person;
}

export async function makeActionPeople(manifestFile: string, database: ConnectedDatabase): Promise<ActionPeople> {
  const demo = readManifest(manifestFile);
  const person = (name: string, isAdmin = false) => makePerson(demo, { name, isAdmin });
  const [owner, guest, target, outsider] = await Promise.all([
    person("Olive Owner", true),
    person("Gus Guest"),
    person("Tara Target"),
    person("Otto Outsider"),
  ]);
  const cookie = async ({ id }: Person) => (await plantSession(manifestFile, database, id)).cookie;
  const cookies = {
    owner: await cookie(owner),
    guest: await cookie(guest),
    outsider: await cookie(outsider),
    nobody: "",
  };
  return { owner, guest, target, outsider, cookies };
}
