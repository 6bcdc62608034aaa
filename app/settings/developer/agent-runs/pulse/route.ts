import { readSession } from "@/lib/accounts/sessions/session";
import { readRunQuery } from "@/lib/agents/runs/run-filter";
import { readRuns } from "../read-runs";

export async function GET(request: Request): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  const given = new URL(request.url).searchParams;
  const { fingerprint, isMoving, rows } = await readRuns(
    session.user.id,
    readRunQuery((name) => given.get(name) ?? ""),
    "",
  );
  return Response.json({ fingerprint, isMoving, rows }, { headers });
}
