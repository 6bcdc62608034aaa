import { openAsPerson } from "@/lib/access/open-as-person";
import { openRoom, type RoomAccess } from "@/lib/access/open-room";
import { readSession, type Session } from "@/lib/accounts/sessions/session";
import { readBody } from "@/lib/api/decode";
import { describeFailure } from "@/lib/api/errors";
import { fromRequest } from "@/lib/api/web-http";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

interface RoomParams {
  roomId: string;
}

type Answer<Params> = (session: Session, params: Params, request: Request) => Promise<Response>;

const HEADERS = { "cache-control": "no-store" };

/** A missing room and a hidden one are the same 404. */
export function withSession<Params extends RoomParams>(answer: Answer<Params>) {
  return async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    try {
      const session = await readSession();
      if (!session) return Response.json({ code: "unauthenticated" }, { status: 401, headers: HEADERS });
      return await answer(session, await params, request);
    } catch (error) {
      const { status, code, message, details, headers } = describeFailure(error);
      if (status >= 500) log().error({ error }, "a request of the workspace failed");
      return Response.json({ code, message, details }, { status, headers: { ...HEADERS, ...headers } });
    }
  };
}

export interface Seat {
  userId: string;
  name: string;
  sessionId: string;
  access: RoomAccess;
}

export function withRoom(answer: (seat: Seat, request: Request) => Promise<Response>) {
  return withSession(async ({ user, id: sessionId }, params, request) =>
    answer(
      { userId: user.id, name: user.name, sessionId, access: await openAsPerson(user.id, params, openRoom) },
      request,
    ),
  );
}

export async function isStillSeated({ userId, access }: Seat): Promise<boolean> {
  try {
    await openAsPerson(userId, { roomId: access.roomId }, openRoom);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "room_not_found") return false;
    throw error;
  }
}

/** undefined: no JSON. Next reads a body of any size into memory, so no answer here reads one by itself. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(fromRequest(request));
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

export function answerJson(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: HEADERS });
}
