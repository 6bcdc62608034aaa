/** Measured figures of the start page. `quote` is in docs/benchmarks.md, below the heading with the command; a test compares them. */
export const FIGURES = {
  delivery: { command: "npm run bench:webhooks", quote: "p50 3 ms, p99 8 ms" },
  audit: { command: "npm run bench:proof", quote: "p50 0.6 s, p99 1.5 s" },
  reach: { command: "npm run bench:oauth", quote: "2.43 times as many" },
} as const;
