import type { PostResult } from "../../egress/send";
import { LISTENER_SILENT_MS } from "../../platform/command-line-limits";
import { WEBHOOK_ATTEMPT_TIMEOUT_MS } from "../../platform/limits";
import type { ListenerAnswer, ListenerRequest, StreamEnd } from "./listener";
import { createPending } from "./pending";
import { createTurns } from "./turns";

export interface StreamPipe {
  send(request: ListenerRequest): void;
  tellActive(isActive: boolean): void;
  end(reason: StreamEnd): void;
}

interface StreamNames {
  id: string;
  webhookId: string;
  sessionId: string;
  userId: string;
}

const TIMEOUT: PostResult = { statusCode: null, failure: "timeout", durationMs: WEBHOOK_ATTEMPT_TIMEOUT_MS };

export type ListenerStream = ReturnType<typeof createStream>;

/** It returns values instead of throwing, because two module graphs share it and each has its own error classes. */
export function createStream(names: StreamNames, pipe: StreamPipe) {
  const [turns, pending] = [createTurns(), createPending(expire)];
  const state = { heardAtMs: null as number | null, endedBy: null as StreamEnd | null, isActive: true };
  let onEnd = (_reason: StreamEnd): void => undefined;

  /** A command line that has beaten once is expected to go on: silence is its absence, not a slow receiver. */
  const isSilent = () => state.heardAtMs !== null && performance.now() - state.heardAtMs > LISTENER_SILENT_MS;

  function expire(deliveryId: string): void {
    if (isSilent()) end("silent");
    else pending.settle(deliveryId, TIMEOUT);
  }

  function end(reason: StreamEnd): void {
    if (state.endedBy !== null) return;
    state.endedBy = reason;
    pipe.end(reason);
    pending.abandon();
    onEnd(reason);
  }

  /** Returns null when the stream ended before an answer: nothing was attempted. */
  async function send(request: ListenerRequest): Promise<PostResult | null> {
    await turns.wait(request.deliveryId);
    if (state.endedBy !== null) return null;
    const answered = pending.add(request.deliveryId);
    pipe.send(request);
    turns.pass(request.deliveryId);
    return answered;
  }

  return {
    ...names,
    get isOpen() {
      return state.endedBy === null;
    },
    takeTurn: turns.take,
    leaveTurn: turns.leave,
    send,
    answer(deliveryId: string, { statusCode, error, durationMs, preview }: ListenerAnswer): boolean {
      if (state.heardAtMs !== null) state.heardAtMs = performance.now();
      if (statusCode !== null) return pending.settle(deliveryId, { statusCode, failure: null, preview, durationMs });
      return pending.settle(deliveryId, { statusCode, failure: error ?? "connection_failed", durationMs });
    },
    beat(): void {
      state.heardAtMs = performance.now();
    },
    tellActive(isActive: boolean): void {
      if (isActive !== state.isActive) pipe.tellActive(isActive);
      state.isActive = isActive;
    },
    isSilent,
    end,
    whenEnded(act: (reason: StreamEnd) => void): void {
      onEnd = act;
      if (state.endedBy !== null) act(state.endedBy);
    },
  };
}
