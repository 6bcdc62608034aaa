import { servePulse } from "@/app/_ui/list/serve-pulse";
import { openOwners } from "@/lib/access/open-owner";
import { listKeys } from "@/lib/api-keys/queries";

export const GET = servePulse(async ({ user }) => {
  const keys = await listKeys(await openOwners(user.id));
  const hasCall = keys.some((key) => key.lastUsedAt !== null);
  return { fingerprint: hasCall ? "called" : "waiting", isMoving: false };
});
