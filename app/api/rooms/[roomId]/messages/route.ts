import { readThread } from "@/app/rooms/[roomId]/_messages/thread/read-thread";
import { answerJson, withRoom } from "../with-room";

export const GET = withRoom(async ({ userId, access }, request) =>
  answerJson(await readThread(userId, access, { before: new URL(request.url).searchParams.get("before") ?? "" })),
);
