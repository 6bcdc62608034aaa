import { createHash } from "node:crypto";
import { readSession, type Session } from "@/lib/accounts/sessions/session";
import { AppError } from "@/lib/platform/errors";

interface Asked<Params> {
  user: Session["user"];
  params: Params;
  readParam: (name: string) => string;
}

/** The route that `PageWatch` polls: 401 without a session, 404 for a thing that is hidden or gone. */
export function servePulse<Params = unknown>(read: (asked: Asked<Params>) => Promise<object>) {
  return async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    const headers = { "cache-control": "no-store" };
    const session = await readSession();
    if (!session) return Response.json({}, { status: 401, headers });
    const given = new URL(request.url).searchParams;
    try {
      const asked = { user: session.user, params: await params, readParam: (name: string) => given.get(name) ?? "" };
      return Response.json(await read(asked), { headers });
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") return Response.json({}, { status: 404, headers });
      throw error;
    }
  };
}

export function writeFingerprint(rows: readonly string[]): string {
  return createHash("sha256").update(rows.join("\n")).digest("base64url").slice(0, 16);
}
