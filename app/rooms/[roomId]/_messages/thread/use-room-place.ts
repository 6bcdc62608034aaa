"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { pathOfMessage } from "@/app/_links";
import { postMessage, removeMessage, saveMessage } from "../actions";
import type { TextPlace } from "../composer/text-place";

export function useRoomPlace(roomId: string): TextPlace {
  const t = useTranslations("messages");
  return useMemo(
    () => ({
      roomId,
      fields: { roomId },
      idField: "messageId",
      post: postMessage,
      save: saveMessage,
      remove: removeMessage,
      pathOf: (messageId) => pathOfMessage(roomId, messageId),
      words: {
        edit: t("change.edit"),
        delete: t("change.delete"),
        text: t("change.text"),
        save: t("change.save"),
        explain: (problem) => t(`change.problems.${problem}`),
      },
    }),
    [roomId, t],
  );
}
