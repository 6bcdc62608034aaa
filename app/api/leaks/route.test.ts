import { expect, test } from "vitest";
import { POST } from "./route";

test("the route answers in the envelope; without a scanner's key it does not exist", async () => {
  const response = await POST(new Request("http://localhost:3000/api/leaks", { method: "POST", body: "[]" }));
  expect([response.status, await response.json()]).toMatchObject([404, { error: { code: "not_found" } }]);
});
