import { describe, expect, test } from "vitest";
import { askEndpoint, bearer, errorOf, outcome } from "../../e2e/support/scenes/ask-endpoint";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { REGISTRY } from "../docs/surface/registry";

const { database, createScene } = useEndpointScenes();
const findEndpoint = (id: string) => {
  const found = REGISTRY.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`There is no endpoint ${id}.`);
  return found;
};

describe.each([
  ["createMessage", "body", 10_000],
  ["createTask", "title", 200],
  ["updateTask", "title", 200],
  ["createRecord", "title", 200],
  ["updateRecord", "title", 200],
] as const)("%s: its %s", (operationId, field, max) => {
  const endpoint = findEndpoint(operationId);

  test("is stored as given: blanks, line breaks, invisible and control characters, up to the last code point", async () => {
    const scene = await createScene();
    for (const text of [
      " ",
      " \t\n",
      "\u3000\u200b\u00a0\u2060\ufeff",
      "First\nSecond",
      "First\r\nSecond\u2028Third\u0085",
      "\u202etxet\u0007",
      "  Grüße, 世界 👨‍👩‍👧 ",
      "😀".repeat(max),
    ]) {
      const answer = await askEndpoint(endpoint, scene.params, bearer(scene.token), { body: { [field]: text } });
      expect([text, ...outcome(answer)]).toEqual([text, endpoint.response.status, "ok"]);
      expect(JSON.parse(answer.body ?? "")).toMatchObject({ [field]: text });
    }
  });

  test.each([
    ["", "must not be empty"],
    ["a\u0000", "must not hold a NUL or a lone surrogate"],
    ["\ud800", "must not hold a NUL or a lone surrogate"],
    ["😀".repeat(max + 1), `must have at most ${max} characters, and has ${max + 1}`],
  ])("is not %j", async (text, message) => {
    const scene = await createScene();
    const answer = await askEndpoint(endpoint, scene.params, bearer(scene.token), { body: { [field]: text } });
    expect(outcome(answer)).toEqual([400, "validation_error"]);
    expect(errorOf(answer).details).toEqual({ issues: [{ path: field, message }] });
    expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [scene.params["roomId"]])).toEqual([]);
  });
});
