import { orNull } from "@/app/_ui/or-not-found";
import { listEndpoints } from "@/app/settings/developer/api-keys/endpoints";
import { openOwners } from "@/lib/access/open-owner";
import { readSession } from "@/lib/accounts/session";
import { listKeys } from "@/lib/api-keys/queries";
import { listReachable } from "@/lib/api-keys/reach";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import type { Operation } from "@/lib/surface/operations";
import { findOwnValues, type OwnValues } from "./own-values";

/** Values of a signed-in reader for the snippets: names and ids, never a key. */
export interface Reader {
  /** The keys that may call the operation. */
  keys: readonly { id: string; name: string; maskedKey: string }[];
  /** From a room that the first of these keys reaches, or else any of theirs. */
  own: OwnValues | null;
}

/** null: without a session. */
export async function readReader(operation: Operation): Promise<Reader | null> {
  const session = await readSession();
  if (!session) return null;
  const { id } = session.user;
  const { method, path } = operation;
  const [owners, workspace] = await Promise.all([openOwners(id), listWorkspaceRooms(id)]);
  const endpoints = listEndpoints().filter((endpoint) => endpoint.method === method && endpoint.path === path);
  const keys = (await listKeys(owners)).filter(
    ({ isUsable, scopes, owner }) => isUsable && listReachable(endpoints, scopes, owner.kind).length > 0,
  );
  const rooms = workspace.filter(({ isDirect }) => !isDirect);
  const [first] = keys;
  const organizationId = first?.owner.kind === "organization" ? first.owner.id : null;
  const reached = first ? rooms.filter((room) => room.organizationId === organizationId) : [];
  return {
    keys: keys.map(({ id: keyId, name, maskedKey }) => ({ id: keyId, name, maskedKey })),
    own: await orNull(findOwnValues(id, operation, reached.length > 0 ? reached : rooms)),
  };
}
