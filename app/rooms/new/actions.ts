"use server";

import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { newWebhookPath, OWN_PLACE, pathOfNewRoom, pathOfRoom, readPurpose } from "@/app/_links";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readAll, readField } from "@/app/_ui/form/read-field";
import { requireSession } from "@/lib/accounts/sessions/session";
import { createRoom } from "@/lib/rooms/create";
import { limitPersonWrites } from "@/lib/usage/limit-burst";

export const create = statefulAction(
  async (form) => {
    const place = readField(form, "place");
    const purpose = readPurpose(readField(form, "purpose"));
    const { user } = await requireSession(pathOfNewRoom(place, purpose));
    const t = await getTranslations("roomMembers.create");
    await limitPersonWrites(user.id);
    const roomId = await createRoom(user.id, {
      name: readField(form, "name"),
      organizationId: place === OWN_PLACE ? null : place,
      memberIds: readAll(form, "memberIds"),
      boardName: t("board"),
    });
    redirect(purpose === "webhook" ? newWebhookPath(roomId) : pathOfRoom(roomId));
  },
  { byCode: { room_not_found: "room_gone" } },
);
