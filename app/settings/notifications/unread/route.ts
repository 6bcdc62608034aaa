import { servePulse } from "@/app/_ui/list/serve-pulse";
import { countUnread } from "@/lib/notifications/queries";

export const GET = servePulse(async ({ user }) => ({ count: await countUnread(user.id) }));
