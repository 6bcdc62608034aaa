"use client";

import { useRef, useState } from "react";
import { useHandlers } from "@/app/_ui/controls/use-handlers";
import { fillForm, type TextPlace } from "../composer/text-place";
import type { ChangeResult, MessageAct, PendingChanges, TextAct } from "./changed-message";

interface ChangesOptions {
  place: TextPlace;
  initialAct: MessageAct | null;
  reload: (textId: string) => Promise<void>;
  focusField: () => void;
}

export type Changes = ReturnType<typeof useChanges>;
export type ChangeHandlers = Changes["handlers"];

/** Shows an edit or a deletion at once and sends it then. A refused one comes back as the open form, with what was typed. */
export function useChanges({ place, initialAct, reload, focusField }: ChangesOptions) {
  const [act, setAct] = useState(initialAct);
  const [pending, setPending] = useState<PendingChanges>(new Map());
  /** The latest change or copied link, to be announced: another one each time. */
  const [done, setDone] = useState<{ what: TextAct | "link" } | null>(null);
  /** The focus goes back to where the act began: to the text, or to the field for the next one. */
  const isFromField = useRef(false);
  const leave = (textId: string): void => (isFromField.current ? focusField() : focusText(textId));
  const settle = (textId: string): void => setPending((held) => new Map([...held].filter(([id]) => id !== textId)));

  const send = async (textId: string, body: string | null): Promise<void> => {
    const kind = body === null ? "delete" : "edit";
    setAct(null);
    setDone(null);
    setPending((held) => new Map(held).set(textId, body));
    if (body === null) focusField();
    else leave(textId);
    const result = await post(place, textId, body);
    if (result.kind === "changed") {
      await reload(textId);
      setDone({ what: kind });
    } else setAct({ kind, textId, body: result.body, problem: result.problem });
    settle(textId);
  };
  const handlers = useHandlers({
    begin: (kind: MessageAct["kind"], textId: string, from?: "field"): void => {
      isFromField.current = from === "field";
      setDone(null);
      setAct({ kind, textId });
    },
    tellLinkCopied: (): void => setDone({ what: "link" }),
    cancel: (isFocusElsewhere = false): void => {
      if (act && !isFocusElsewhere) leave(act.textId);
      setAct(null);
    },
    save: (textId: string, body: string) => void send(textId, body),
    remove: (textId: string) => void send(textId, null),
  });
  return { act, pending, done, handlers };
}

function focusText(textId: string): void {
  document.getElementById(textId)?.focus({ preventScroll: true });
}

async function post(place: TextPlace, textId: string, body: string | null): Promise<ChangeResult> {
  const form = fillForm(place, { [place.idField]: textId, inPlace: "1", ...(body === null ? {} : { body }) });
  const typed = body ?? "";
  const lost = (): ChangeResult => ({
    kind: "unchanged",
    problem: navigator.onLine ? "failed" : "network",
    body: typed,
  });
  const result = await (body === null ? place.remove : place.save)(null, form).catch(lost);
  return result.kind === "changed" || result.kind === "unchanged" ? result : lost();
}
