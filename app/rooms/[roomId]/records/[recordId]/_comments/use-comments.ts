"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useTransition } from "react";
import { pathOfComment, pathOfRecord } from "@/app/_links";
import type { CommentPage } from "@/lib/records/comments-query";
import type { ChangeProblem, TextChange } from "../../../_messages/changes/changed-message";
import { useChanges } from "../../../_messages/changes/use-changes";
import type { TextPlace } from "../../../_messages/composer/text-place";
import { useDraft } from "../../../_messages/composer/use-draft";
import type { Outgoing, Person } from "../../../_messages/outbox/outbox";
import type { PostProblem } from "../../../_messages/outbox/run-post";
import { useOutbox } from "../../../_messages/outbox/use-outbox";
import { postComment, removeComment, saveComment } from "./actions";

interface CommentsOptions {
  roomId: string;
  recordId: string;
  person: Person;
  page: CommentPage;
  initialAct: TextChange | null;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** Takes the focus where there is no field. */
  titleRef: RefObject<HTMLElement | null>;
}

export type Comments = ReturnType<typeof useComments>;

export function useComments(options: CommentsOptions) {
  const { roomId, recordId, person, page, initialAct, fieldRef, titleRef } = options;
  const router = useRouter();
  const place = useCommentPlace(roomId, recordId);
  const refresh = useRefresh();
  const draft = useDraft(fieldRef, `svc.draft.${person.id}.${recordId}`);
  const outbox = useOutbox({
    place,
    key: `svc.outbox.${person.id}.${recordId}`,
    person,
    messages: page.comments,
    isNewest: !page.hasNewer,
    onPosted: () => (page.hasNewer ? router.replace(pathOfRecord(roomId, recordId, "#comments")) : void refresh()),
  });
  const focusField = (): void => (fieldRef.current ?? titleRef.current)?.focus();
  const changes = useChanges({ place, initialAct, reload: refresh, focusField });
  const shown = page.comments.filter(({ id }) => changes.pending.get(id) !== null);
  return {
    place,
    draft,
    outbox,
    changes,
    shown,
    editLast: (): void => {
      const last = page.hasNewer ? undefined : shown.findLast(({ authorId }) => authorId === person.id);
      if (last) changes.handlers.begin("edit", last.id, "field");
    },
    // The pressed button goes with its note, so the focus moves on.
    retry: ({ draftId }: Outgoing): void => {
      outbox.retry(draftId);
      focusField();
    },
    edit: ({ draftId, body }: Outgoing): void => {
      outbox.discard(draftId);
      draft.restore(body, draftId);
      focusField();
    },
  };
}

/** Draws the page again. The promise ends when the new page is there, so that no older text is seen in between. */
function useRefresh(): () => Promise<void> {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (isPending) return;
    for (const end of waiting.current.splice(0)) end();
  }, [isPending]);
  return useCallback(
    () =>
      new Promise<void>((resolve) => {
        waiting.current.push(resolve);
        startTransition(() => router.refresh());
      }),
    [router],
  );
}

function useCommentPlace(roomId: string, recordId: string): TextPlace {
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
