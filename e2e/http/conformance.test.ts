import { afterAll, beforeAll, expect, test } from "vitest";
import { listErrorDetails } from "../../packages/generate/typescript";
import { useDemo } from "../support/scenes/demo";
import { IS_NIGHT } from "../support/scenes/night";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { createWorld, openDemoWorld } from "../support/scenes/world";
import { startDistortingProxy } from "../support/servers/http-proxies";
import { useKernelProcesses } from "../support/servers/kernel-process";
import {
  type CallScene,
  CELL_COUNT,
  type DeclaredCall,
  listDeclaredCalls,
  SCHEMAS,
  type Scenes,
} from "./conformance/calls";
import { type Column, callPython, callRaw, callTypeScript, type Outcome, type Services } from "./conformance/columns";
import { createBadScene, createGoodScene } from "./conformance/scenes";
import { installPythonClient } from "./python-client";

/**
 * The conformance table: every operation with its success and every status and code that the description declares for it,
 * through raw HTTP and both clients. Successes and bursts are those of the built service; other failures need a service whose
 * bursts do not come in between, or one that has lost a part.
 */
const python = await installPythonClient();
const demo = useDemo();
const world = openDemoWorld(demo);
const database = useScratchDatabase();
const kernels = useKernelProcesses({ hasBursts: false });
let services: Services;
let bad: Scenes["bad"];
/** The minute of its token is used up. */
let limited: CallScene;

beforeAll(async () => {
  const [roomy, withoutLedger, withoutLimits, withoutDatabase] = await Promise.all([
    kernels.start({ DATABASE_URL: database.url }),
    kernels.start({ DATABASE_URL: await hideLedger() }),
    kernels.start({
      DATABASE_URL: database.url,
      UPSTASH_REDIS_REST_URL: "http://127.0.0.1:9",
      UPSTASH_REDIS_REST_TOKEN: "none",
    }),
    kernels.start({ DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none" }),
  ]);
  const urls = {
    live: demo.baseUrl,
    roomy: roomy.baseUrl,
    withoutLedger: withoutLedger.baseUrl,
    withoutLimits: withoutLimits.baseUrl,
    withoutDatabase: withoutDatabase.baseUrl,
  };
  services = { urls, proxy: await startDistortingProxy(roomy.baseUrl) };
  bad = await createBadScene(database, createWorld(database), roomy.baseUrl);
  limited = await createGoodScene(demo, world);
});
afterAll(() => services.proxy.close());

async function hideLedger(): Promise<string> {
  const url = new URL(database.url);
  url.username = "without_ledger";
  await database.query("CREATE SCHEMA hiding");
  await database.query("CREATE TABLE hiding.unit_ledger ()");
  await database.query(`CREATE ROLE ${url.username} SUPERUSER LOGIN PASSWORD '${decodeURIComponent(url.password)}'`);
  await database.query(`ALTER ROLE ${url.username} SET search_path = hiding, public`);
  return url.href;
}

test.each([
  ["raw HTTP", callRaw],
  ["the TypeScript client", callTypeScript],
])(`%s has each of the ${CELL_COUNT} declared outcomes`, async (_, column) => {
  expect(await findWrong(column, await prepare())).toEqual([]);
});

/** All outcomes take half a minute of one processor. Every method has its success here. */
const inPython = IS_NIGHT ? `each of the ${CELL_COUNT} declared outcomes` : "the success of every operation";

python.test(`the Python client has ${inPython}, at once and awaited`, async () => {
  const some = (calls: readonly DeclaredCall[]) => calls.filter(({ code }) => IS_NIGHT || code === undefined);
  const awaited = new Set(some(await prepare()));
  const calls = [...some(await prepare()), ...awaited];
  const column: Column = (asked, given) =>
    callPython(
      python,
      asked.map((call) => ({ ...call, isAsync: awaited.has(call) })),
      given,
    );
  expect(await findWrong(column, calls)).toEqual([]);
});

/** All calls of the table, the good ones in a room of their own. */
async function prepare(): Promise<DeclaredCall[]> {
  const calls = listDeclaredCalls({ good: await createGoodScene(demo, world), bad, limited });
  expect(calls).toHaveLength(CELL_COUNT);
  return calls;
}

interface Mistake {
  call: DeclaredCall;
  outcome: Outcome | undefined;
}

async function findWrong(column: Column, calls: readonly DeclaredCall[]): Promise<object[]> {
  const isLimited = ({ code }: DeclaredCall) => code === "rate_limit_exceeded";
  await useUpBurst();
  const first = await callAll(column, [...calls.filter(isLimited), ...calls.filter((call) => !isLimited(call))]);
  const late = first.filter(({ call }) => isLimited(call));
  // The minute ended in between.
  if (late.length > 0) await useUpBurst();
  const mistakes = [
    ...first.filter(({ call }) => !isLimited(call)),
    ...(late.length > 0
      ? await callAll(
          column,
          late.map(({ call }) => call),
        )
      : []),
  ];
  return mistakes.map(({ call: { operation, status, code }, outcome }) => ({
    expected: [operation.id, status, code],
    outcome,
  }));
}

async function callAll(column: Column, calls: readonly DeclaredCall[]): Promise<Mistake[]> {
  const outcomes = await column(calls, services);
  expect(outcomes).toHaveLength(calls.length);
  const pairs = calls.map((call, index) => ({ call, outcome: outcomes[index] }));
  return pairs.filter(({ call, outcome }) => !outcome || !isDeclared(call, outcome));
}

async function useUpBurst(): Promise<void> {
  const headers = { authorization: `Bearer ${limited.token}` };
  const read = async () => (await fetch(`${demo.baseUrl}/v1/me`, { headers })).status;
  for (let round = 0; round < 40; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 10 }, read));
    if (statuses.includes(429)) return;
  }
  throw new Error("400 requests in a minute were not refused");
}

const DETAILS = listErrorDetails(SCHEMAS);

/** The outcome has the status and the code, and carries what the description requires of both. */
function isDeclared({ operation, status, code }: DeclaredCall, outcome: Outcome): boolean {
  const { requestId, docsUrl = "", details = [], items = [] } = outcome;
  if (outcome.status !== status || outcome.code !== code || !requestId) return false;
  const holds = (given: readonly string[], schema: string) =>
    (SCHEMAS[schema]?.required ?? []).every((name) => given.includes(name));
  if (code === undefined) return items.every((item) => holds(Object.keys(item), operation.result.name));
  const kinds = [...(DETAILS.get(code) ?? [])];
  return (
    docsUrl.endsWith(`/docs/errors/${code}?request=${requestId}`) &&
    outcome.isToWait === [429, 503].includes(status) &&
    (details.length === 0 || kinds.length === 0 || kinds.some((kind) => holds(details, kind)))
  );
}
