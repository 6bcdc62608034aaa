import { describe, expect, test } from "vitest";
import { errorOf, outcome } from "../../e2e/support/ask-endpoint";
import { useEndpointScenes } from "../../e2e/support/endpoint-scene";
import { refusalsOfCallers } from "../../e2e/support/refusals-of-callers";
import { refusalsOfRequests } from "../../e2e/support/refusals-of-requests";
import { STATUSES } from "../platform/errors";
import { checkAgain } from "./check-again";
import { openRequests } from "./open-viewer";
import { explainRequest } from "./why";

const { database, world, createScene } = useEndpointScenes();
const rows = { database, world };
const CASES = { ...refusalsOfCallers(rows), ...refusalsOfRequests(rows) };

describe("every code, provoked on purpose", () => {
  test.each(Object.entries(CASES))(
    "%s: why names the step and the fix, and with the fix the call passes",
    async (_, expected) => {
      const scene = await createScene();
      const manager = await world.user();
      await world.join(scene.organizationId, manager.id, 30);
      const viewer = await openRequests(manager.id);
      const { send, fix } = await expected.provoke(scene);
      const refused = await send();
      const [code, step, cause, kind, href] = expected.refusal;
      expect(errorOf(refused)).toMatchObject({ code });
      const { requestId } = errorOf(refused);
      const why = await explainRequest(viewer, requestId);
      expect(why.stop).toMatchObject({ step, code, cause, fix: { kind } });
      if (href instanceof RegExp) expect(why.stop?.fix.href).toMatch(href);
      else expect(why.stop?.fix.href).toBe(href);
      const stopped = why.gates.filter(({ verdict }) => verdict === "stopped").map(({ gate }) => gate);
      expect(stopped).toEqual(step === "input" || step === "operation" ? [] : [step]);
      if (expected.isChecked) {
        const look = await checkAgain(viewer, requestId);
        expect(look?.stop).toMatchObject({ step, code, cause });
      }
      await fix();
      if (expected.isChecked) expect((await checkAgain(viewer, requestId))?.stop).toBeNull();
      const passed = await send();
      expect(outcome(passed)[1]).toBe("ok");
      const after = await explainRequest(viewer, passed.headers["x-request-id"] ?? "");
      expect(after.stop).toBeNull();
      expect(after.gates.filter(({ verdict }) => verdict === "stopped" || verdict === "not_reached")).toEqual([]);
    },
  );

  test("the table has every code of the contract", () => {
    expect([...new Set(Object.values(CASES).map(({ refusal: [code] }) => code))].sort()).toEqual(
      Object.keys(STATUSES).sort(),
    );
  });
});
