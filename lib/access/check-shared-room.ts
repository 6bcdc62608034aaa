import { query } from "../db/transaction";
import { IS_SHARED_ROOM } from "./access.sql";

/** Checked at each write: a member who joins later changes what agents may write. A missing room counts as shared. */
export async function isSharedRoom(roomId: string): Promise<boolean> {
  const [room] = await query(IS_SHARED_ROOM, [roomId]);
  return room?.isShared ?? true;
}
