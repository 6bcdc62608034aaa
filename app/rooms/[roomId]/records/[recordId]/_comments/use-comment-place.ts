"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { pathOfComment } from "@/app/_links";
import type { ChangeProblem } from "../../../_messages/changes/changed-message";
import type { TextPlace } from "../../../_messages/composer/text-place";
import type { PostProblem } from "../../../_messages/outbox/run-post";
import { postComment, removeComment, saveComment } from "./actions";

export function useCommentPlace(roomId: string, recordId: string): TextPlace {
  const t = useTranslations("recordComments");
  return useMemo(
    () => ({
      roomId,
      fields: { roomId, recordId },
      idField: "commentId",
      post: postComment,
      save: saveComment,
      remove: removeComment,
      pathOf: (commentId) => pathOfComment(roomId, recordId, commentId),
      words: {
        edit: t("change.edit"),
        delete: t("change.delete"),
        text: t("change.text"),
        save: t("change.save"),
        explain: (problem) => t(`change.problems.${asOfComment(problem)}`),
      },
    }),
    [roomId, recordId, t],
  );
}

type OfReactions = "no_emoji" | "reactions_full";

/** Comments have no reactions and quote nothing. */
function asOfComment(problem: ChangeProblem): Exclude<ChangeProblem, OfReactions> {
  return problem === "no_emoji" || problem === "reactions_full" ? "failed" : problem;
}

export function useExplainPost(): (problem: PostProblem) => string {
  const t = useTranslations("recordComments");
  return (problem) => t(`problems.${problem === "reply_gone" ? "failed" : problem}`);
}
