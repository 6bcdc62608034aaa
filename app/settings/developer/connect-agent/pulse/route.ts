import { servePulse } from "@/app/_ui/list/serve-pulse";
import { findClientKey } from "../clients";
import { nameProgress, readConnection } from "../connection";

export const GET = servePulse(async ({ user, readParam }) => {
  const connection = await readConnection(user.id, findClientKey(readParam("client")));
  return { fingerprint: nameProgress(connection), isMoving: connection.call === null };
});
