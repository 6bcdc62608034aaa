import { orNull } from "@/app/_ui/page/or-not-found";
import { listEndpoints } from "@/app/settings/developer/api-keys/endpoints";
import { openOwners } from "@/lib/access/open-owner";
import { readSession } from "@/lib/accounts/sessions/session";
import { listKeys } from "@/lib/api-keys/queries";
import { listReachable } from "@/lib/api-keys/reach";
import type { Operation } from "@/lib/docs/surface/operations";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import { preferShared, type WorkspaceRoom } from "@/lib/rooms/workspace";
import { findOwnValues, type OwnValues } from "./own-values";

/** Values of a signed-in reader for the snippets: names and ids, never a key. */
export interface Reader {
  name: string;
  keys: readonly { id: string; name: string; maskedKey: string }[];
  own: OwnValues | null;
}

/** null: without a session. */
export async function readReader(operation: Operation): Promise<Reader | null> {
  const session = await readSession();
  if (!session) return null;
  const { id, name: readerName } = session.user;
  const { method, path } = operation;
  const [owners, workspace] = await Promise.all([openOwners(id), listWorkspaceRooms(id)]);
  const endpoints = listEndpoints().filter((endpoint) => endpoint.method === method && endpoint.path === path);
  const keys = (await listKeys(owners)).filter(
    ({ isUsable, scopes, owner }) => isUsable && listReachable(endpoints, scopes, owner.kind).length > 0,
  );
  const rooms = preferShared(workspace.filter(({ isDirect }) => !isDirect));
  const reaches = ({ owner }: (typeof keys)[number], room: WorkspaceRoom) =>
    room.organizationId === (owner.kind === "organization" ? owner.id : null);
  const reached = rooms.filter((room) => keys.some((key) => reaches(key, room)));
  const own = await orNull(findOwnValues(id, operation, reached.length > 0 ? reached : rooms));
  const shown = own ? keys.toSorted((a, b) => Number(reaches(b, own.room)) - Number(reaches(a, own.room))) : keys;
  return {
    name: readerName,
    keys: shown.map(({ id: keyId, name, maskedKey }) => ({ id: keyId, name, maskedKey })),
    own,
  };
}
