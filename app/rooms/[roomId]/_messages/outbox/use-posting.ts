"use client";

import { type RefObject, useActionState, useState } from "react";
import type { FormState } from "@/app/_ui/form/define-action";
import { countCodePoints } from "@/lib/platform/characters";
import { MESSAGE_BODY_MAX_LENGTH } from "@/lib/platform/limits";
import type { Upload } from "../../_files/use-uploads";
import type { TextPlace } from "../composer/text-place";
import type { Draft } from "../composer/use-draft";
import type { PostResult } from "./run-post";
import type { NewMessage } from "./use-outbox";

type PostState = FormState<PostResult>;

const IDLE: PostState = { kind: "idle" };

interface PostingOptions {
  place: TextPlace;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  uploads: readonly Upload[];
  draft: Draft;
  onSend: (message: Omit<NewMessage, "replyTo">) => void;
}

/**
 * Hands a message to the outbox, which shows it at once, and makes the field free for the next one. The form's own action
 * serves browsers without JavaScript; its result is the initial state of that page.
 */
export function usePosting({ place, fieldRef, uploads, draft, onSend }: PostingOptions) {
  const [drawn, formAction] = useActionState(place.post, IDLE);
  const [answer, setAnswer] = useState<PostState | null>(null);
  const state = answer ?? drawn;

  function send(): void {
    const field = fieldRef.current;
    if (!field) return;
    const files = uploads.filter((upload) => upload.state === "chosen");
    const body = (field.value.trim() === "" ? nameFiles(files) : field.value).trimEnd();
    const problem = body === "" ? "empty" : countCodePoints(body) > MESSAGE_BODY_MAX_LENGTH ? "too_long" : null;
    setAnswer(problem ? { kind: "unsent", problem, body } : IDLE);
    if (problem) return;
    const draftId = draft.readId();
    field.value = "";
    draft.end();
    onSend({ draftId, body, fileKeys: files.map(({ key }) => key) });
  }

  const forgive = (): void => {
    if (state.kind === "unsent") setAnswer(IDLE);
  };
  return { state, formAction, send, forgive };
}

/** A message of files alone is announced by their names. */
function nameFiles(files: readonly Upload[]): string {
  const names = files.map(({ file }) => file.name).join(", ");
  return [...names].slice(0, MESSAGE_BODY_MAX_LENGTH).join("");
}
