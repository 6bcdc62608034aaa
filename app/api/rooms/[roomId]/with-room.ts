import { openAsPerson } from "@/lib/access/person-store";
import { openRoom, type RoomAccess } from "@/lib/access/store";
import { readSession } from "@/lib/accounts/session";
import { findUser } from "@/lib/accounts/store";
import { AppError } from "@/lib/platform/errors";

/** A signed-in person in a room that they may see. */
export interface Seat {
  userId: string;
  tokenVersion: number;
  access: RoomAccess;
}

type Answer = (seat: Seat, request: Request) => Promise<Response>;

const HEADERS = { "cache-control": "no-store" };

/** For the workspace's own scripts: 401 without a session, and one 404 for rooms that are not there and those that are others'. */
export function withRoom(answer: Answer) {
  return async (request: Request, { params }: { params: Promise<{ roomId: string }> }): Promise<Response> => {
    const session = await readSession();
    if (!session) return Response.json({}, { status: 401, headers: HEADERS });
    const { user, tokenVersion } = session;
    try {
      const access = await openAsPerson(user.id, await params, openRoom);
      return await answer({ userId: user.id, tokenVersion, access }, request);
    } catch (error) {
      if (error instanceof AppError && error.code === "room_not_found")
        return Response.json({}, { status: 404, headers: HEADERS });
      throw error;
    }
  };
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
