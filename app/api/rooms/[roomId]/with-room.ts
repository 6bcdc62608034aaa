import { openAsPerson } from "@/lib/access/person-store";
import { openRoom, type RoomAccess } from "@/lib/access/store";
import { readSession, type Session } from "@/lib/accounts/session";
import { findUser } from "@/lib/accounts/store";
import { describeFailure } from "@/lib/api/errors";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

interface RoomParams {
  roomId: string;
}

type Answer<Params> = (session: Session, params: Params, request: Request) => Promise<Response>;

const HEADERS = { "cache-control": "no-store" };

/**
 * For the workspace's own pages: 401 without a session, and refusals as code, message and details. A missing room and
 * a hidden one are the same 404.
 */
export function withSession<Params extends RoomParams>(answer: Answer<Params>) {
  return async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    const session = await readSession();
    if (!session) return Response.json({ code: "unauthenticated" }, { status: 401, headers: HEADERS });
    try {
      return await answer(session, await params, request);
    } catch (error) {
      const { status, code, message, details } = describeFailure(error);
      if (status >= 500) log().error({ error }, "a request of the workspace failed");
      return Response.json({ code, message, details }, { status, headers: HEADERS });
    }
  };
}

/** A signed-in person in a room that they may see. */
export interface Seat {
  userId: string;
  tokenVersion: number;
  access: RoomAccess;
}

export function withRoom(answer: (seat: Seat, request: Request) => Promise<Response>) {
  return withSession(async ({ user, tokenVersion }, params, request) =>
    answer({ userId: user.id, tokenVersion, access: await openAsPerson(user.id, params, openRoom) }, request),
  );
}

/** Whether the seat is still there, and its session too. */
export async function isStillSeated({ userId, tokenVersion, access }: Seat): Promise<boolean> {
  try {
    const [user] = await Promise.all([findUser(userId), openAsPerson(userId, { roomId: access.roomId }, openRoom)]);
    return user?.tokenVersion === tokenVersion;
  } catch (error) {
    if (error instanceof AppError && error.code === "room_not_found") return false;
    throw error;
  }
}

export function answerJson(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: HEADERS });
}
