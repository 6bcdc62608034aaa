import type { PostResult } from "../../egress/send";
import { LISTENER_SILENT_MS } from "../../platform/command-line-limits";
import { WEBHOOK_ATTEMPT_TIMEOUT_MS } from "../../platform/limits";
import type { ListenerAnswer, ListenerRequest, StreamEnd } from "./listener";
import { createPending } from "./pending";

export interface StreamPipe {
  send(request: ListenerRequest): void;
  sendActive(isActive: boolean): void;
  end(reason: StreamEnd): void;
}

interface StreamNames {
  id: string;
  webhookId: string;
  sessionId: string;
  userId: string;
}

const TIMEOUT: PostResult = { statusCode: null, failure: "timeout", durationMs: WEBHOOK_ATTEMPT_TIMEOUT_MS };

/** Deliveries are prepared side by side, and leave in the order in which they took a turn. */
function createTurns() {
  const taken = new Map<string, { before: Promise<void>; pass: () => void }>();
  let last: Promise<void> = Promise.resolve();
  return {
    take: (name: string): void => {
      let pass = (): void => undefined;
      const before = last;
      last = new Promise<void>((resolve) => {
        pass = resolve;
      });
      taken.set(name, { before, pass: () => void before.then(pass) });
    },
    /** Resolves once earlier turns are done. */
    wait: async (name: string): Promise<void> => taken.get(name)?.before,
    pass: (name: string): void => taken.get(name)?.pass(),
    leave: (name: string): void => {
      taken.get(name)?.pass();
      taken.delete(name);
    },
  };
}

export type ListenerStream = ReturnType<typeof createStream>;

/** It returns values instead of throwing, because two module graphs share it and each has its own error classes. */
export function createStream(names: StreamNames, pipe: StreamPipe) {
  const [turns, pending] = [createTurns(), createPending(expire)];
  const state = { lastBeatMs: null as number | null, endedBy: null as StreamEnd | null, isActive: true };
  let onEnd = (_reason: StreamEnd): void => undefined;

  /** A command line that has beaten once is expected to go on: silence is its absence, not a slow receiver. */
  const isSilent = () => state.lastBeatMs !== null && performance.now() - state.lastBeatMs > LISTENER_SILENT_MS;

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
      if (state.lastBeatMs !== null) state.lastBeatMs = performance.now();
      if (statusCode !== null) return pending.settle(deliveryId, { statusCode, failure: null, preview, durationMs });
      return pending.settle(deliveryId, { statusCode, failure: error ?? "connection_failed", durationMs });
    },
    beat(): void {
      state.lastBeatMs = performance.now();
    },
    sendActive(isActive: boolean): void {
      if (isActive !== state.isActive) pipe.sendActive(isActive);
      state.isActive = isActive;
    },
    isSilent,
    end,
    whenEnded(notify: (reason: StreamEnd) => void): void {
      onEnd = notify;
      if (state.endedBy !== null) notify(state.endedBy);
    },
  };
}
