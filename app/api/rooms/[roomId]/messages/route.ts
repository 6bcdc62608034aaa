import { readThread } from "@/app/rooms/[roomId]/_messages/read-thread";
import { answerJson, withRoom } from "../with-room";

/** A piece of the thread, for a page that is open already. */
export const GET = withRoom(async ({ access }, request) =>
  answerJson(await readThread(access, { before: new URL(request.url).searchParams.get("before") ?? "" })),
);
