import { openOwners } from "@/lib/access/open-owner";
import { readSession } from "@/lib/accounts/sessions/session";
import { listKeys } from "@/lib/api-keys/queries";

export async function GET(): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  const keys = await listKeys(await openOwners(session.user.id));
  const hasCall = keys.some((key) => key.lastUsedAt !== null);
  return Response.json({ fingerprint: hasCall ? "called" : "waiting", isMoving: false }, { headers });
}
