import { z } from "zod";
import { openAsPerson } from "@/lib/access/open-as-person";
import { openRoomToWrite } from "@/lib/access/open-room";
import { hidesPresence } from "@/lib/accounts/queries";
import { notFound } from "@/lib/platform/errors";
import { signalWriting } from "@/lib/rooms/publish-presence";
import { readJson, withSession } from "../with-room";

const Signal = z.object({ isWriting: z.boolean() });

export const POST = withSession(async ({ user: { id, name } }, params: { roomId: string }, request) => {
  const access = await openAsPerson(id, params, openRoomToWrite);
  const signal = Signal.safeParse(await readJson(request));
  if (!signal.success) throw notFound();
  if (!(await hidesPresence(id))) signalWriting(access, { id, name }, signal.data.isWriting);
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
});
