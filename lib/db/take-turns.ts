/** A piece that was held up by something else holds up the next one no longer than this. */
const PAUSE_MAX_MS = 250;

export type TakeTurn = <T>(piece: () => Promise<T>) => Promise<T>;

/**
 * Long reads take turns, one piece at a time, with a pause after each for as long as it took. So they leave at least half of
 * the event loop to requests and use one connection, however many tenants read however much.
 */
export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (piece) => {
    let tookMs = 0;
    const turn = last.then(async () => {
      const startedMs = performance.now();
      try {
        return await piece();
      } finally {
        tookMs = performance.now() - startedMs;
      }
    });
    // The caller has its piece meanwhile: the pause is before the next piece.
    const pause = () => new Promise((resume) => setTimeout(resume, Math.min(tookMs, PAUSE_MAX_MS)));
    last = turn.then(pause, pause);
    return turn;
  };
}
