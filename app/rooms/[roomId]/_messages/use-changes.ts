"use client";

import { useState } from "react";
import { removeMessage, saveMessage } from "./change-message";
import type { ChangeResult, MessageAct, PendingChanges, TextAct } from "./changed-message";

interface ChangesOptions {
  roomId: string;
  initialAct: MessageAct | null;
  reload: (messageId: string) => Promise<void>;
  focusField: () => void;
}

export type Changes = ReturnType<typeof useChanges>;

/** Shows an edit or a deletion at once and sends it then. A refused one comes back as the open form, with what was typed. */
export function useChanges({ roomId, initialAct, reload, focusField }: ChangesOptions) {
  const [act, setAct] = useState(initialAct);
  const [pending, setPending] = useState<PendingChanges>(new Map());
  /** The latest change, to be announced. */
  const [done, setDone] = useState<TextAct | null>(null);
  const settle = (messageId: string): void =>
    setPending((held) => new Map([...held].filter(([id]) => id !== messageId)));

  const send = async (messageId: string, body: string | null): Promise<void> => {
    const kind = body === null ? "delete" : "edit";
    setAct(null);
    setDone(null);
    setPending((held) => new Map(held).set(messageId, body));
    // The button that was pressed goes with its form.
    if (body === null) focusField();
    else focusMessage(messageId);
    const result = await post(roomId, messageId, body);
    if (result.kind === "changed") {
      await reload(messageId);
      setDone(kind);
    } else setAct({ kind, messageId, body: result.body, problem: result.problem });
    settle(messageId);
  };
  return {
    act,
    pending,
    done,
    begin: (kind: MessageAct["kind"], messageId: string): void => {
      setDone(null);
      setAct({ kind, messageId });
    },
    cancel: (): void => {
      if (act) focusMessage(act.messageId);
      setAct(null);
    },
    save: (messageId: string, body: string) => void send(messageId, body),
    remove: (messageId: string) => void send(messageId, null),
  };
}

function focusMessage(messageId: string): void {
  document.getElementById(messageId)?.focus({ preventScroll: true });
}

async function post(roomId: string, messageId: string, body: string | null): Promise<ChangeResult> {
  const form = new FormData();
  const fields = { roomId, messageId, inPlace: "1", ...(body === null ? {} : { body }) };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const typed = body ?? "";
  const lost = (): ChangeResult => ({
    kind: "unchanged",
    problem: navigator.onLine ? "failed" : "network",
    body: typed,
  });
  const result = await (body === null ? removeMessage : saveMessage)(null, form).catch(lost);
  return result.kind === "changed" || result.kind === "unchanged" ? result : lost();
}
