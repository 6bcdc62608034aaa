import { servePulse } from "@/app/_ui/list/serve-pulse";
import { readPulse } from "../read-requests";
import { readRequestQuery } from "../request-query";

export const GET = servePulse(async ({ user, readParam }) => ({
  ...(await readPulse(user.id, readRequestQuery(readParam))),
  isMoving: true,
}));
