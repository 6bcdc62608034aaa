import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { publish, subscribeChannel } from "./channel";

useTestDatabase();

test("survives a message that cannot be read, and stays subscribed", async () => {
  const heard: unknown[] = [];
  let isOpen = false;
  const hearing = subscribeChannel("channel_test", {
    onOpen: () => {
      isOpen = true;
    },
    onMessage: (text) => void heard.push(JSON.parse(text)),
  });
  await eventually(() => expect(isOpen).toBe(true));
  for (const text of ["1", "from a newer version", "2"]) await publish("channel_test", text);
  await eventually(() => expect(heard).toEqual([1, 2]));
  await hearing.close();
});
