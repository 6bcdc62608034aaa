const QUIET_MS = 1_000;

/**
 * Prints only work that takes longer than a second, and how long it took.
 * @template T @param {string} label @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function showProgress(label, work) {
  const startedMs = performance.now();
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    console.log(`  ${label} …`);
  }, QUIET_MS);
  try {
    const result = await work();
    if (isShown) console.log(`  ${label}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}
