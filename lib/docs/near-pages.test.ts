import { expect, test } from "vitest";
import { findNearPages } from "./near-pages";

test.each([
  ["/docs/webhoks", "/docs/webhooks"],
  ["/docs/quick-start", "/docs/quickstart"],
  ["/docs/authentification", "/docs/authentication"],
  ["/docs/reference/listRoom", "/docs/reference/listRooms"],
  ["/docs/errors/rate_limit", "/docs/errors/rate_limit_exceeded"],
  ["/docs/Event_Catalogue", "/docs/event-catalog"],
  ["/docs/get-the-current-user", "/docs/reference/readMe"],
])("offers near %s the page %s first", (path, near) => {
  const [first, ...others] = findNearPages(path, "en").map((page) => page.path);
  expect(first).toBe(near);
  expect(others).toHaveLength(2);
});

test("offers three pages for anything, in each language", () => {
  for (const path of ["/docs/", "/docs/%00", `/docs/${"x".repeat(10_000)}`, "/docs/日本語"])
    expect(findNearPages(path, "ja")).toHaveLength(3);
});
