const PAUSE_MAX_MS = 250;

export type TakeTurn = <T>(piece: () => Promise<T>) => Promise<T>;

/**
 * Each piece is followed by a pause of its own length, so that at least half of the event loop stays free for requests.
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
    const pause = () => new Promise((resume) => setTimeout(resume, Math.min(tookMs, PAUSE_MAX_MS)));
    last = turn.then(pause, pause);
    return turn;
  };
}
