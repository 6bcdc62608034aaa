import { redirect } from "next/navigation";
import { pathOfRoom, ROOMS_PATH } from "@/app/_links";
import { orNull } from "@/app/_ui/page/or-not-found";
import { openAsPerson } from "@/lib/access/open-as-person";
import { openRoom } from "@/lib/access/open-room";
import { readLastPlace, requireSession } from "@/lib/accounts/sessions/session";
import { HOME_PATH } from "@/lib/accounts/sign-in/callback-path";

export default async function HomePage() {
  const { user } = await requireSession(HOME_PATH);
  const roomId = await readLastPlace("room");
  const room = roomId === "" ? null : await orNull(openAsPerson(user.id, { roomId }, openRoom));
  redirect(room ? pathOfRoom(roomId) : ROOMS_PATH);
}
