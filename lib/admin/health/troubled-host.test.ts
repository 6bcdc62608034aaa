import { expect, test } from "vitest";
import { type Finding, groupByHost, mergeFindings } from "./troubled-host";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 3, minute));
const find = (webhookId: string, host: string, finding: Partial<Finding>): Finding => ({
  webhookId,
  host,
  tenantId: `tenant of ${webhookId}`,
  trouble: "late",
  count: 1,
  ...finding,
});

test("merges findings by webhook and webhooks by host", () => {
  const webhooks = mergeFindings([
    find("w1", "a.test", { count: 3, oldestAt: at(5) }),
    find("w1", "a.test", { trouble: "failing", count: 7, attempts: 9 }),
    find("w2", "a.test", { trouble: "held", count: 2, oldestAt: at(0), disabledReason: "failures" }),
  ]);
  expect(webhooks).toHaveLength(2);
  const [host, ...others] = groupByHost(webhooks);
  expect(others).toEqual([]);
  expect(host).toMatchObject({
    host: "a.test",
    troubles: ["late", "failing", "held"],
    counts: { late: 3, failing: 7, held: 2, suspended: 0 },
    attempts: 9,
    tenantIds: ["tenant of w1", "tenant of w2"],
  });
  // The held one is older, but waits on purpose.
  expect(host?.oldestAt).toEqual(at(5));
  expect(host?.webhooks.map(({ webhookId }) => webhookId)).toEqual(["w1", "w2"]);
});

test("sorts late hosts by age, failing ones by failures, waiting ones last", () => {
  const hosts = groupByHost(
    mergeFindings([
      find("w1", "suspended.test", { trouble: "suspended", oldestAt: at(0) }),
      find("w2", "held.test", { trouble: "held", oldestAt: at(0) }),
      find("w3", "some.test", { trouble: "failing", count: 2 }),
      find("w4", "many.test", { trouble: "failing", count: 20 }),
      find("w5", "late.test", { oldestAt: at(9) }),
      find("w6", "later.test", { oldestAt: at(3) }),
    ]),
  );
  expect(hosts.map(({ host }) => host)).toEqual([
    "later.test",
    "late.test",
    "many.test",
    "some.test",
    "held.test",
    "suspended.test",
  ]);
});
