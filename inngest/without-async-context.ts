/** The SDK looks here for an AsyncLocalStorage before it makes one. */
const CONTEXT = Symbol.for("inngest:als");

const noContext = { getStore: () => undefined, run: <T>(_store: unknown, work: () => T): T => work() };

/**
 * The SDK's own fallback for runtimes without async context, chosen on purpose: in Node 20 the first `run` of an
 * AsyncLocalStorage lays a hook over every promise of the process, and each request to /v1 then costs a fifth more.
 * Our functions use the `step` that they are handed, which needs no context; `group.parallel()` would, and says so.
 */
export function keepPromisesUnhooked(): void {
  Object.assign(globalThis, {
    [CONTEXT]: { promise: Promise.resolve(noContext), resolved: noContext, isFallback: true },
  });
}
