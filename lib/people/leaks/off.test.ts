import { expect, test } from "vitest";
import { answerLeaks } from "./endpoints";

test("without a configured scanner key the path is 404 and leaves no trace", async () => {
  const incoming = {
    method: "POST",
    target: "/api/leaks",
    header: () => null,
    headersBytes: 0,
    address: "192.0.2.1",
    body: null,
  };
  // There is no database here, so an audit row would fail.
  const { status, body } = await answerLeaks(incoming);
  expect([status, JSON.parse(body ?? "")]).toMatchObject([404, { error: { code: "not_found" } }]);
});
