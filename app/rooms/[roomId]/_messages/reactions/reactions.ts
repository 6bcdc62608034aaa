import type { Reaction } from "@/lib/messages/reaction";
import type { ChangeProblem } from "../changes/changed-message";
import type { SharedMessage } from "../thread/thread-page";

export type ReactionResult = { kind: "changed" } | { kind: "unchanged"; problem: ChangeProblem };

export interface WantedReaction {
  messageId: string;
  emoji: string;
  isWanted: boolean;
}

export function applyReactions(messages: readonly SharedMessage[], wanted: readonly WantedReaction[]): SharedMessage[] {
  return messages.map((message) => {
    const reactions = wanted
      .filter(({ messageId }) => messageId === message.id)
      .reduce((held, { emoji, isWanted }) => setOwn(held, emoji, isWanted), message.reactions);
    return reactions === message.reactions ? message : { ...message, reactions };
  });
}

function setOwn(reactions: Reaction[], emoji: string, isWanted: boolean): Reaction[] {
  const found = reactions.find((reaction) => reaction.emoji === emoji);
  if (!found) return isWanted ? [...reactions, { emoji, count: 1, isOwn: true, others: [] }] : reactions;
  if (found.isOwn === isWanted) return reactions;
  const changed = { ...found, isOwn: isWanted, count: found.count + (isWanted ? 1 : -1) };
  return reactions.flatMap((reaction) => {
    if (reaction !== found) return reaction;
    return changed.count > 0 ? changed : [];
  });
}
