import { readSession } from "@/lib/accounts/sessions/session";
import { findClientKey } from "../clients";
import { nameProgress, readConnection } from "../connection";

export async function GET(request: Request): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  const key = findClientKey(new URL(request.url).searchParams.get("client") ?? "");
  const connection = await readConnection(session.user.id, key);
  return Response.json({ fingerprint: nameProgress(connection), isMoving: connection.call === null }, { headers });
}
