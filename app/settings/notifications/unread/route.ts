import { servePulse } from "@/app/_ui/list/serve-pulse";
import { countUnread } from "@/lib/notifications/queries";
import { readNewest } from "../read-newest";

export const GET = servePulse(({ user, readParam }) =>
  readParam("newest") ? readNewest(user.id) : countUnread(user.id).then((count) => ({ count })),
);
