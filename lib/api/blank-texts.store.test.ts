import { describe, expect, test } from "vitest";
import { askEndpoint, bearer, errorOf, outcome } from "../../e2e/support/ask-endpoint";
import { useEndpointScenes } from "../../e2e/support/endpoint-scene";
import { REGISTRY } from "../surface/registry";

const { database, createScene } = useEndpointScenes();
const findEndpoint = (id: string) => {
  const found = REGISTRY.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`There is no endpoint ${id}.`);
  return found;
};

describe.each(["createTask", "updateTask", "createRecord", "updateRecord"])("the title of %s", (operationId) => {
  test.each([
    [" \t", "must not be blank"],
    ["\u3000\u200b\u00a0", "must not be blank"],
    ["First\nSecond", "must be one line, without a line break"],
    ["First\r\nSecond", "must be one line, without a line break"],
    ["First\u2028Second", "must be one line, without a line break"],
    ["", "must not be empty"],
  ])("is not %j", async (title, message) => {
    const scene = await createScene();
    const answer = await askEndpoint(findEndpoint(operationId), scene.params, bearer(scene.token), { body: { title } });
    expect(outcome(answer)).toEqual([400, "validation_error"]);
    expect(errorOf(answer).details).toEqual({ issues: [{ path: "title", message }] });
    expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [scene.params["roomId"]])).toEqual([]);
  });

  test("is stored as given where it says something on one line", async () => {
    const scene = await createScene();
    const body = { title: "  Grüße, 世界 👨‍👩‍👧 " };
    const answer = await askEndpoint(findEndpoint(operationId), scene.params, bearer(scene.token), { body });
    expect(JSON.parse(answer.body ?? "")).toMatchObject(body);
  });
});

test("a message may have several lines, but not blanks alone", async () => {
  const scene = await createScene();
  const post = (body: string) =>
    askEndpoint(findEndpoint("createMessage"), scene.params, bearer(scene.token), { body: { body } });
  for (const blank of [" ", "\n\n", "\u200b"]) {
    const answer = await post(blank);
    expect(outcome(answer)).toEqual([400, "validation_error"]);
    expect(errorOf(answer).details).toEqual({ issues: [{ path: "body", message: "must not be blank" }] });
  }
  expect(JSON.parse((await post("\n One\n\nTwo ")).body ?? "")).toMatchObject({ body: "\n One\n\nTwo " });
});
