"use client";

import { type ReactNode, useRef, useState } from "react";
import { useHandlers } from "@/app/_ui/controls/use-handlers";
import { reactToMessage } from "../actions";
import type { ChangeProblem } from "../changes/changed-message";
import type { ReactionResult, WantedReaction } from "./reactions";

export type Reactions = ReturnType<typeof useReactions>;
export type ReactionHandlers = Reactions["handlers"];

/** Shows a reaction at once and sends it then. A refused one is taken back, with its reason below the message. */
export function useReactions(roomId: string, reload: (messageId: string) => Promise<void>, form: ReactNode) {
  const [wanted, setWanted] = useState<readonly WantedReaction[]>([]);
  const [refused, setRefused] = useState<{ messageId: string; problem: ChangeProblem } | null>(null);
  /** The latest click on each emoji. Responses to earlier ones change nothing. */
  const latest = useRef(new Map<string, WantedReaction>());

  const send = async (reaction: WantedReaction): Promise<void> => {
    const { messageId, emoji } = reaction;
    const key = `${messageId} ${emoji}`;
    const isSame = (other: WantedReaction) => other.messageId === messageId && other.emoji === emoji;
    latest.current.set(key, reaction);
    setRefused(null);
    setWanted((held) => [...held.filter((other) => !isSame(other)), reaction]);
    const result = await post(roomId, reaction);
    if (latest.current.get(key) !== reaction) return;
    latest.current.delete(key);
    if (result.kind === "changed") await reload(messageId);
    else setRefused({ messageId, problem: result.problem });
    setWanted((held) => held.filter((other) => other !== reaction));
  };
  const handlers = useHandlers({ set: (reaction: WantedReaction) => void send(reaction) });
  return { wanted, refused, form, handlers };
}

async function post(roomId: string, { messageId, emoji, isWanted }: WantedReaction): Promise<ReactionResult> {
  const form = new FormData();
  const fields = { roomId, messageId, inPlace: "1", [isWanted ? "emoji" : "removed"]: emoji };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const lost = (): ReactionResult => ({ kind: "unchanged", problem: navigator.onLine ? "failed" : "network" });
  const result = await reactToMessage(null, form).catch(lost);
  return result.kind === "changed" || result.kind === "unchanged" ? result : lost();
}
