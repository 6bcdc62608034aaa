import { type BrowserContext, chromium } from "@playwright/test";
import { findBrowser } from "../e2e/support/browser/find-browser";
import { authorizeQuery, makePkce, openSession } from "../e2e/support/browser/oauth-flow";
import { listExcess, weighPage } from "../e2e/support/browser/page-weight";
import { readManifest } from "../e2e/support/scenes/manifest";
import { startService } from "../e2e/support/service";

/**
 * npm run bench:pages: what pages weigh beside the limits to which `npm test` holds every screen, and when their largest
 * part is painted in a browser without a cache whose processor is slowed down four times (median of the rounds).
 */
const SLOWER = 4;
const ROUNDS = 5;
const SETTLED_MS = 300;

async function measureLcp(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(path, { waitUntil: "load" });
  const lcpMs = await page.evaluate(
    (settledMs) =>
      new Promise<number>((resolve) => {
        let latestMs = 0;
        new PerformanceObserver((list) => {
          latestMs = list.getEntries().at(-1)?.startTime ?? latestMs;
        }).observe({ type: "largest-contentful-paint", buffered: true });
        setTimeout(() => resolve(latestMs), settledMs);
      }),
    SETTLED_MS,
  );
  await page.close();
  return lcpMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const service = await startService();
const browser = await chromium.launch(await findBrowser());
try {
  const { baseUrl } = service;
  const { users, oauthApps, rooms } = readManifest(service.manifestFile);
  const cookie = await openSession(baseUrl, users.owner);
  const authorize = `/oauth/authorize?${authorizeQuery(oauthApps.public, makePkce().challenge)}`;
  const redirect = await fetch(baseUrl + authorize, { headers: { cookie }, redirect: "manual" });
  const consent = new URL(redirect.headers.get("location") ?? "", baseUrl);
  /** The pages of a visitor, who has no session. With one, /login leads on to the settings. */
  const visited = [
    ["home", "/"],
    ["status", "/status"],
    ["sign-in", "/login"],
  ] as const;
  const signedIn = [
    ["consent", consent.pathname + consent.search],
    ["docs", "/docs"],
    ["a guide", "/docs/quickstart"],
    ["errors", "/docs/errors"],
    ["events", "/docs/events"],
    ["reference", "/docs/reference"],
    ["an operation", "/docs/reference/createTask"],
    ["settings", "/settings/developer"],
    ["event catalog", "/docs/event-catalog"],
    ["API keys", "/settings/developer/api-keys"],
    ["create an API key", "/settings/developer/api-keys/new"],
    ["create a webhook", "/settings/developer/webhooks/new"],
    ["rooms", "/rooms"],
    ["a room", `/rooms/${rooms.general.id}`],
    ["tasks of a room", `/rooms/${rooms.general.id}/tasks`],
    ["records of a room", `/rooms/${rooms.general.id}/records`],
  ] as const;
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  console.log("| Page | JavaScript | HTML | fonts | LCP at a quarter of the processor |\n|---|---|---|---|---|");
  const excess: string[] = [];
  const pages = [
    ...visited.map(([name, path]) => ({ name, path, session: "" })),
    ...signedIn.map(([name, path]) => ({ name, path, session: cookie })),
  ];
  for (const { name, path, session } of pages) {
    const weight = await weighPage(baseUrl, path, session);
    if (weight.status !== 200) throw new Error(`${path} answered ${weight.status}: that is not the page.`);
    const extraHTTPHeaders: Record<string, string> = session === "" ? {} : { cookie: session };
    const context = await browser.newContext({ baseURL: baseUrl, extraHTTPHeaders });
    excess.push(...listExcess(path, weight));
    const { scriptBytes, htmlBytes, fontBytes } = weight;
    // The first visit lets the service load the page.
    await measureLcp(context, path);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureLcp(context, path));
    const bytes = [scriptBytes, htmlBytes, fontBytes].map(kilobytes).join(" | ");
    console.log(`| ${name} | ${bytes} | ${Math.round(median(rounds))} ms |`);
    await context.close();
  }
  for (const line of excess) console.log(`MISSED ${line}`);
} finally {
  await browser.close();
  await service.stop();
}
