import { readSession } from "@/lib/accounts/sessions/session";
import { AppError } from "@/lib/platform/errors";
import { readPulse } from "../read-requests";
import { readRequestQuery } from "../request-query";

export async function GET(request: Request): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  const given = new URL(request.url).searchParams;
  try {
    const pulse = await readPulse(
      session.user.id,
      readRequestQuery((name) => given.get(name) ?? ""),
    );
    return Response.json({ ...pulse, isMoving: true }, { headers });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return Response.json({}, { status: 404, headers });
    throw error;
  }
}
