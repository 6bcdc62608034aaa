import { setFlagsFromString } from "node:v8";
import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import { describeBilling } from "../../lib/access/caller";
import { newEventId, newId } from "../../lib/platform/ids";
import { judgeBurst } from "../../lib/usage/burst";
import { buildHeaders } from "../../lib/webhooks/headers";

setFlagsFromString("--allow-natives-syntax");
/** V8 itself tells whether two objects have one hidden class. */
const haveOneClass = runInThisContext("(a, b) => %HaveSameMap(a, b)") as (a: object, b: object) => boolean;

const axis = { scope: "actor", subject: "usr_1", key: "actor:usr_1", limit: 120 } as const;
const quota = { entityId: "bil_1", plan: "STANDARD", seats: 1, suspension: null } as const;

/** Objects that each request or delivery makes. */
const MADE: Record<string, () => object> = {
  "the billing context of a caller": () => describeBilling({ ...quota }, "org_1", "usr_1"),
  "an axis of the burst": () => judgeBurst([{ ...axis }], [1], true, 9).tightest,
  "the headers of a delivery": () =>
    buildHeaders({
      apiVersion: "2026-06-09",
      eventId: newEventId(),
      eventType: "message.created",
      deliveryId: newId("whd"),
      body: Buffer.from("{}"),
      secrets: ["whsec_c2VjcmV0"],
      customHeaders: {},
      standardHeaders: false,
      now: new Date(),
    }),
};

test.each(Object.entries(MADE))("%s has the same hidden class each time (decision 94)", (_name, make) => {
  // V8 watches a function from its first ten calls or so on, and the cost begins there.
  const [one, other] = Array.from({ length: 1_000 }, make).slice(-2);
  expect(one && other && haveOneClass(one, other)).toBe(true);
});
