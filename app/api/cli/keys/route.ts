import { openOwners } from "@/lib/access/open-owner";
import { listKeys } from "@/lib/api-keys/queries";
import { requireCliSession, serveCli } from "../serve";

export const GET = serveCli(async (request) => {
  const { user } = await requireCliSession(request);
  return { keys: await listKeys(await openOwners(user.id)) };
});
