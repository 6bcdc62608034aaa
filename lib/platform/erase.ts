const BATCH_ROWS = 1_000;
const BATCHES_MAX = 100;

/**
 * Erases a little at a time, so that no lock is held for long. False: there is more, and the caller may go on; what a
 * background step does should not take minutes.
 */
export async function eraseInBatches(erase: (limit: number) => Promise<readonly unknown[]>): Promise<boolean> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const erased = await erase(BATCH_ROWS);
    if (erased.length < BATCH_ROWS) return true;
  }
  return false;
}
