import { setTimeout as sleep } from "node:timers/promises";

/**
 * Scrapes the port, as Prometheus does: from a process of its own, because that of the worker is late by itself. In turn with
 * a response of the same server that says nothing: that one waits for the processor alone.
 */
const [port, scrapes] = process.argv.slice(2).map(Number);
const PAUSE_MS = 50;
/** @type {Record<string, number[]>} */
const took = { "/metrics": [], "/nothing": [] };
let text = "";

/** @param {string} path */
async function ask(path) {
  const startedMs = performance.now();
  const body = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  took[path]?.push(performance.now() - startedMs);
  await sleep(PAUSE_MS);
  return body;
}

// The first request of a process loads what sends it: that is no part of a scrape.
await ask("/nothing");
took["/nothing"] = [];
for (let scrape = 0; scrape < (scrapes ?? 0); scrape += 1) {
  text = await ask("/metrics");
  await ask("/nothing");
}
console.log(JSON.stringify({ scrapes: took["/metrics"], others: took["/nothing"], text }));
