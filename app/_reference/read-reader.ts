import { listEndpoints } from "@/app/settings/developer/api-keys/endpoints";
import { openOwners } from "@/lib/access/open-owner";
import { readSession } from "@/lib/accounts/session";
import { listKeys } from "@/lib/api-keys/queries";
import { listReachable } from "@/lib/api-keys/reach";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import type { Operation } from "@/lib/surface/operations";

/** Values of a signed-in reader for the snippets: names and ids, never a key. */
export interface Reader {
  /** The keys that may call the operation. */
  keys: readonly { id: string; name: string; maskedKey: string }[];
  /** A room that the first of these keys reaches, or else any of theirs. */
  room: { id: string; name: string } | null;
}

/** null: without a session. */
export async function readReader({ method, path }: Pick<Operation, "method" | "path">): Promise<Reader | null> {
  const session = await readSession();
  if (!session) return null;
  const { id } = session.user;
  const [owners, workspace] = await Promise.all([openOwners(id), listWorkspaceRooms(id)]);
  const endpoints = listEndpoints().filter((endpoint) => endpoint.method === method && endpoint.path === path);
  const keys = (await listKeys(owners)).filter(
    ({ isUsable, scopes, owner }) => isUsable && listReachable(endpoints, scopes, owner.kind).length > 0,
  );
  const rooms = workspace.filter(({ isDirect }) => !isDirect);
  const [first] = keys;
  const organizationId = first?.owner.kind === "organization" ? first.owner.id : null;
  const reached = first && rooms.find((room) => room.organizationId === organizationId);
  const room = reached ?? rooms[0];
  return {
    keys: keys.map(({ id: keyId, name, maskedKey }) => ({ id: keyId, name, maskedKey })),
    room: room ? { id: room.id, name: room.name } : null,
  };
}
