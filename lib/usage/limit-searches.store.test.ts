import { expect, test } from "vitest";
import { useFrozenMinute } from "../../e2e/support/scenes/frozen-minute";
import { SEARCHES_PER_MINUTE } from "../platform/page-limits";
import { limitPersonSearches } from "./limit-burst";

useFrozenMinute();

test("a person's searches end at the limit of the minute; another person's do not", async () => {
  for (let n = 0; n < SEARCHES_PER_MINUTE; n++) await limitPersonSearches("usr_one");
  await expect(limitPersonSearches("usr_one")).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  await expect(limitPersonSearches("usr_two")).resolves.toBeUndefined();
});
