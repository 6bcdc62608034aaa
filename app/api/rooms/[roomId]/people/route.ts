import { listMentionable } from "@/lib/mentions/mentions-query";
import { answerJson, withRoom } from "../with-room";

export const GET = withRoom(async ({ userId, access }, request) =>
  answerJson(await listMentionable(access, userId, new URL(request.url).searchParams.get("q") ?? "")),
);
