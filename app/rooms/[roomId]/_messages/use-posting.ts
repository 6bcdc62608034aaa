"use client";

import { type RefObject, useActionState, useState } from "react";
import type { FormState } from "@/app/_ui/form/define-action";
import { MESSAGE_BODY_MAX_LENGTH } from "@/lib/platform/limits";
import { countCodePoints } from "@/lib/platform/text";
import type { Upload } from "../_files/use-uploads";
import { type PostResult, postMessage } from "./post-message";
import type { Draft } from "./use-draft";

type PostState = FormState<PostResult>;

const IDLE: PostState = { kind: "idle" };

interface PostingOptions {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  uploads: readonly Upload[];
  draft: Draft;
  /** The files chosen when the message was sent. Files chosen later belong to the next message. */
  onPosted: (messageId: string, fileKeys: readonly number[]) => void;
}

/**
 * Sends a message without leaving the page and clears the text only when the service has it. The form's own action
 * serves browsers without JavaScript; its result is the initial state of that page.
 */
export function usePosting({ fieldRef, uploads, draft, onPosted }: PostingOptions) {
  const [drawn, formAction] = useActionState(postMessage, IDLE);
  const [answer, setAnswer] = useState<PostState | null>(null);
  const [isSending, setSending] = useState(false);
  const state = answer ?? drawn;

  async function send(form: FormData): Promise<void> {
    if (isSending) return;
    const typed = fieldRef.current?.value ?? "";
    const files = uploads.filter((upload) => upload.state === "chosen");
    const body = typed.trim() === "" ? nameFiles(files) : typed;
    if (body === "") return setAnswer({ kind: "unsent", problem: "empty", body });
    if (countCodePoints(body) > MESSAGE_BODY_MAX_LENGTH)
      return setAnswer({ kind: "unsent", problem: "too_long", body });
    form.set("body", body);
    form.set("draftId", draft.readId());
    setSending(true);
    const posted = await postMessage(IDLE, form).catch(
      (): PostState => ({ kind: "unsent", problem: navigator.onLine ? "failed" : "network", body }),
    );
    setSending(false);
    setAnswer(posted);
    if (posted.kind !== "posted") return fieldRef.current?.focus();
    draft.end();
    // Text typed in the meantime is the next message.
    if (fieldRef.current?.value.startsWith(typed)) fieldRef.current.value = fieldRef.current.value.slice(typed.length);
    onPosted(
      posted.messageId,
      files.map(({ key }) => key),
    );
  }

  /** Editing clears the error. */
  const forgive = (): void => {
    if (state.kind === "unsent") setAnswer(IDLE);
  };
  return { state, isSending, formAction, send, forgive };
}

/** A message of files alone is announced by their names. */
function nameFiles(files: readonly Upload[]): string {
  const names = files.map(({ file }) => file.name).join(", ");
  return [...names].slice(0, MESSAGE_BODY_MAX_LENGTH).join("");
}
