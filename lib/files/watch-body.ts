/** A body that did not come to its end: it stood still or took too long, or the client went away. */
export class BodyProblem extends Error {
  override name = "BodyProblem";

  constructor(
    readonly kind: "late" | "broken",
    cause?: unknown,
  ) {
    super(`A body was ${kind}.`, { cause });
  }
}

/** The same body, but one that always ends: with its last byte, or with a `BodyProblem`. */
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
    // After a timeout nothing awaits it any more.
    next.catch(() => undefined);
  }
}
