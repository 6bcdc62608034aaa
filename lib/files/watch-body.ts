export class BodyProblem extends Error {
  override name = "BodyProblem";

  constructor(
    readonly kind: "late" | "broken",
    cause?: unknown,
  ) {
    super(`A body was ${kind}.`, { cause });
  }
}

export function watchBody(body: AsyncIterable<Uint8Array>, idleMs: number, maxMs: number): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const chunks = body[Symbol.asyncIterator]();
      const endsAtMs = performance.now() + maxMs;
      return { next: () => awaitWithin(chunks.next(), Math.min(idleMs, endsAtMs - performance.now())) };
    },
  };
}

async function awaitWithin<T>(next: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BodyProblem("late")), timeoutMs);
  });
  try {
    return await Promise.race([next, late]);
  } catch (cause) {
    throw cause instanceof BodyProblem ? cause : new BodyProblem("broken", cause);
  } finally {
    clearTimeout(timer);
    // Nothing awaits it after a timeout, and an unhandled rejection would end the process.
    next.catch(() => undefined);
  }
}
