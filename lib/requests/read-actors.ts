import { prisma } from "../db/prisma";

export interface Actor {
  kind: "key" | "app" | "connector" | "device" | "person" | "unknown";
  type: "user" | "app" | "agent" | null;
  credential: Named | null;
  person: Named | null;
}

export interface Named {
  id: string;
  name: string | null;
}

export interface ActorIds {
  actorType: string | null;
  credentialId: string | null;
  userId: string | null;
}

export async function readActors(rows: readonly ActorIds[]): Promise<ReadonlyMap<string, string>> {
  const credentials = unique(rows.map(({ credentialId }) => credentialId));
  const people = unique(rows.map(({ userId }) => userId));
  const named = { select: { id: true, name: true } } as const;
  const of = (prefix: string) => ({
    where: { id: { in: credentials.filter((id) => id.startsWith(prefix)) } },
    ...named,
  });
  const found = await Promise.all([
    prisma().apiKey.findMany(of("key_")),
    prisma().oAuthApp.findMany(of("app_")),
    prisma().connector.findMany(of("conn_")),
    prisma().user.findMany({ where: { id: { in: people } }, ...named }),
  ]);
  const devices = await readDevices(credentials.filter((id) => id.startsWith("ses_")));
  return new Map([...found.flat(), ...devices].map(({ id, name }) => [id, name]));
}

/** Sessions are erased a day after they expire; then the device has no name. */
async function readDevices(ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const select = { id: true, deviceName: true } as const;
  const found = await prisma().session.findMany({ where: { id: { in: [...ids] } }, select });
  return found.map(({ id, deviceName }) => ({ id, name: `svc on ${deviceName ?? id}` }));
}

function unique(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

const KINDS = { key: "key", app: "app", conn: "connector", ses: "device" } as const;

export function describeActor(
  { actorType, credentialId, userId }: ActorIds,
  names: ReadonlyMap<string, string>,
): Actor {
  const named = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? null });
  const prefix = credentialId?.split("_")[0] ?? "";
  const kind = isKind(prefix) ? KINDS[prefix] : userId === null ? "unknown" : "person";
  const type = actorType === "user" || actorType === "app" || actorType === "agent" ? actorType : null;
  return { kind, type, credential: named(credentialId), person: named(userId) };
}

function isKind(prefix: string): prefix is keyof typeof KINDS {
  return prefix in KINDS;
}
