import { readSession } from "@/lib/accounts/sessions/session";
import { countUnread } from "@/lib/notifications/queries";

export async function GET(): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  return Response.json({ count: await countUnread(session.user.id) }, { headers });
}
