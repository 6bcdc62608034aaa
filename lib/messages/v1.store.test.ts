import { expect, test } from "vitest";
import { askEndpoint, bearer, outcome } from "../../e2e/support/scenes/ask-endpoint";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { openRoomToWrite } from "../access/open-room";
import { writeAsPerson } from "../usage/write-as-person";
import { deleteMessage, editMessage } from "./change";
import { createMessage, listMessages, readMessage } from "./endpoints";
import type { MessageSummary } from "./message";

const { createScene } = useEndpointScenes();

async function makeMessages() {
  const scene = await createScene();
  const { roomId = "" } = scene.params;
  const headers = bearer(scene.token);
  const made: MessageSummary[] = [];
  for (const body of ["One", "Two", "Three"]) {
    const answer = await askEndpoint(createMessage, scene.params, headers, { body: { body } });
    made.push(JSON.parse(answer.body ?? "") as MessageSummary);
  }
  const change = (verb: typeof editMessage | typeof deleteMessage, input: unknown) =>
    writeAsPerson(scene.userId, { roomId }, openRoomToWrite, (tx, access) =>
      verb(tx, access, scene.userId, input as never),
    );
  const list = async (query = "") => {
    const { body } = await askEndpoint(listMessages, scene.params, headers, { query });
    return JSON.parse(body ?? "") as { data: MessageSummary[]; nextCursor: string | null };
  };
  const read = (messageId: string) => askEndpoint(readMessage, { ...scene.params, messageId }, headers);
  return { scene, headers, made, change, list, read };
}

test("returns the new text and a later updatedAt of an edited message", async () => {
  const { made, change, list, read } = await makeMessages();
  const [first] = made;
  if (!first) throw new Error("No message was made.");
  await change(editMessage, { messageId: first.id, body: "One and a half" });
  const answer = await read(first.id);
  const edited = JSON.parse(answer.body ?? "") as MessageSummary;
  expect(edited).toEqual({ ...first, body: "One and a half", updatedAt: edited.updatedAt });
  expect(edited.updatedAt > edited.createdAt).toBe(true);
  expect((await list()).data).toContainEqual(edited);
});

test("leaves a deleted message out of reads, lists, replies and cursors", async () => {
  const { scene, headers, made, change, list, read } = await makeMessages();
  const second = made[1]?.id ?? "";
  const before = await list("?limit=2");
  expect(before.data.map(({ body }) => body)).toEqual(["Three", "Two"]);
  await change(deleteMessage, second);
  expect(outcome(await read(second))).toEqual([404, "not_found"]);
  expect((await list()).data.map(({ body }) => body)).toEqual(["Three", "One", "Message"]);
  expect((await list("?limit=2")).data.map(({ body }) => body)).toEqual(["Three", "One"]);
  const rest = await list(`?limit=2&cursor=${before.nextCursor ?? ""}`);
  expect(rest.data.map(({ body }) => body)).toEqual(["One", "Message"]);
  const reply = { body: "Reply", replyToMessageId: second };
  expect(outcome(await askEndpoint(createMessage, scene.params, headers, { body: reply }))).toEqual([
    400,
    "validation_error",
  ]);
});
