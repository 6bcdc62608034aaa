import { summarizeActivity } from "@/app/rooms/_frame/activity";
import { readActivity } from "@/app/rooms/_frame/open-room";
import { readSession } from "@/lib/accounts/sessions/session";
import { answerJson } from "../[roomId]/with-room";

export async function GET(): Promise<Response> {
  const session = await readSession();
  if (!session) return answerJson({ code: "unauthenticated" }, 401);
  return answerJson(summarizeActivity(await readActivity(session.user.id)));
}
