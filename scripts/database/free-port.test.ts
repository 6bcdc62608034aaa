import { randomInt } from "node:crypto";
import { expect, test, vi } from "vitest";
import { findFreePort } from "./free-port.mjs";

vi.mock("node:crypto", { spy: true });

test("finds another port while nobody listens yet on the first", async () => {
  const first = await findFreePort();
  vi.mocked<(min: number, max: number) => number>(randomInt).mockImplementationOnce(() => first);
  expect(await findFreePort()).not.toBe(first);
});
