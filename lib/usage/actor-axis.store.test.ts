import { expect, test } from "vitest";
import { type ToolScene, use as useTool, useToolScenes } from "../../e2e/support/scenes/tool-scene";
import { createKernel } from "../api/kernel";
import { REGISTRY } from "../docs/surface/registry";
import { ACTOR_BURST_PER_MINUTE, TOOL_CALL_BURST_PER_MINUTE } from "../platform/limits";

const { world, createScene } = useToolScenes();
const kernel = createKernel(REGISTRY);

const readProfile = (token: string) =>
  kernel({
    method: "GET",
    target: "/v1/me",
    header: (name) => (name === "authorization" ? `Bearer ${token}` : null),
    headersBytes: 100,
    address: "192.0.2.7",
    body: null,
  });

const issueApiToken = async ({ userId, billingEntityId, appId }: ToolScene) =>
  (await world.accessToken({ userId, billingEntityId, appId, actorType: "AGENT" })).token;

/** One agent app, used by a person of each of two organizations. */
async function createTwoTenants() {
  const first = await createScene({ actorType: "AGENT" });
  const second = await createScene({ actorType: "AGENT", appId: first.appId });
  return { first, second };
}

test("an agent app that one customer has used up still serves another customer on /v1", async () => {
  const { first, second } = await createTwoTenants();
  const [busy, quiet] = [await issueApiToken(first), await issueApiToken(second)];
  const answers = await Promise.all(Array.from({ length: ACTOR_BURST_PER_MINUTE + 1 }, () => readProfile(busy)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  const other = await readProfile(quiet);
  expect([other.status, other.headers["ratelimit-remaining"]]).toEqual([200, "119"]);
});

test("an agent app that one customer has used up still serves another customer's tool calls", async () => {
  const { first, second } = await createTwoTenants();
  await Promise.all(Array.from({ length: TOOL_CALL_BURST_PER_MINUTE }, () => useTool(first, "get_me", {})));
  expect((await useTool(first, "get_me", {})).headers["retry-after"]).toBeDefined();
  const other = await useTool(second, "get_me", {});
  expect([other.headers["retry-after"], other.headers["ratelimit-remaining"]]).toEqual([undefined, "119"]);
});

test("two tokens of one agent and one person share a count, named by the app", async () => {
  const { first } = await createTwoTenants();
  const [one, two] = [await issueApiToken(first), await issueApiToken(first)];
  await readProfile(one);
  const answer = await readProfile(two);
  expect(answer.headers).toMatchObject({
    "ratelimit-remaining": "118",
    "svc-ratelimit-scope": "actor",
    "svc-ratelimit-subject": first.appId,
  });
});
