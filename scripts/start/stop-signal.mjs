/** npm passes on the Ctrl-C that the terminal also sent to us: one wish, not two. */
const SAME_WISH_MS = 1_000;
const PARENT_EVERY_MS = 250;

/**
 * @typedef {{ signal: AbortSignal, requested: Promise<void>, forced: Promise<void>, begin: () => void }} Stop
 * @returns {Stop} `signal` aborts and `requested` resolves at the first wish to stop, `forced` at the second;
 * `begin` says that the stop is under way for a reason of its own
 */
export function listenForStop() {
  const controller = new AbortController();
  const requested = new Promise((resolve) => controller.signal.addEventListener("abort", () => resolve(undefined)));
  let firstMs = Number.NaN;
  const begin = () => {
    if (controller.signal.aborted) return;
    firstMs = performance.now();
    controller.abort();
  };
  const forced = new Promise((resolve) => {
    const onSignal = () => {
      if (controller.signal.aborted && performance.now() - firstMs > SAME_WISH_MS) resolve(undefined);
      begin();
    };
    for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(name, onSignal);
  });
  if (process.env["npm_lifecycle_event"]) watchParent(begin);
  return { signal: controller.signal, requested, forced, begin };
}

/**
 * A SIGTERM to npm ends the shell between it and us, which passes nothing on: only the end of our parent tells us.
 * @param {() => void} onEnd
 */
function watchParent(onEnd) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_EVERY_MS);
  timer.unref();
}
