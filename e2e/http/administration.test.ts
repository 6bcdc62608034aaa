import { beforeAll, expect, test } from "vitest";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";

const demo = useDemo();
const PATHS = [
  "",
  "/deliveries",
  "/deliveries?host=hooks.example.com",
  "/background",
  "/background?function=ensure-partitions",
  "/acts",
  "/acts?act=tenant.suspend",
  "/tenants",
  "/oauth-apps",
].map((rest) => `/settings/admin${rest}`);
const OTHERS = ["guest", "member", "owner", "outsider"] as const;
const cookies = new Map<string, string>();

beforeAll(async () => {
  for (const person of [...OTHERS, "admin"] as const)
    cookies.set(person, await openSession(demo.baseUrl, demo.users[person]));
});

const ask = (path: string, person: string | null) => {
  const cookie = cookies.get(person ?? "");
  return fetch(demo.baseUrl + path, { headers: cookie === undefined ? {} : { cookie }, redirect: "manual" });
};

test.each(PATHS)("%s", async (path) => {
  for (const person of OTHERS) {
    const [hidden, unknown] = [await ask(path, person), await ask("/settings/admin/oauth-apps", person)];
    expect([person, hidden.status]).toEqual([person, 404]);
    const heading = /<h[12][^>]*>[^<]*<\/h[12]>/g;
    expect((await hidden.text()).match(heading)).toEqual((await unknown.text()).match(heading));
  }
  const visitor = await ask(path, null);
  expect([visitor.status, visitor.headers.get("location")]).toEqual([307, expect.stringContaining("/login")]);
  expect((await ask(path, "admin")).status).toBe(200);
});
