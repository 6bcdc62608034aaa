import { expect, test, vi } from "vitest";
import { useFrozenMinute } from "@/e2e/support/scenes/frozen-minute";
import { en } from "@/lib/i18n/messages/en";
import { log } from "@/lib/platform/log";
import { URL_CHECKS_PER_MINUTE } from "@/lib/platform/page-limits";
import { checkTypedUrl } from "./check-typed-url";

useFrozenMinute();

test("a person's checks end at the limit of the minute, unlogged and without a look-up; another person's do not", async () => {
  const error = vi.spyOn(log(), "error");
  const lookUp = vi.fn(() => Promise.resolve({ problem: null }));
  const check = (userId: string) => checkTypedUrl(userId, lookUp);
  for (let n = 0; n < URL_CHECKS_PER_MINUTE; n++) expect(await check("usr_one")).toEqual({ problem: null });
  expect(await check("usr_one")).toBe("unchecked");
  expect(lookUp).toHaveBeenCalledTimes(URL_CHECKS_PER_MINUTE);
  expect(await check("usr_two")).toEqual({ problem: null });
  expect(error).not.toHaveBeenCalled();
});

test("a refusal has the form's own words, and what is known of an allowed URL is kept", async () => {
  const check = (verdict: { problem: string | null; kind?: string }, scope?: string) =>
    checkTypedUrl("usr_three", () => Promise.resolve(verdict), scope);
  expect(await check({ problem: "url_invalid" })).toEqual({ problem: en.problems.url_invalid });
  expect(await check({ problem: "url_invalid" }, "gateway")).toEqual({ problem: en.problems.gateway_url_invalid });
  expect(await check({ problem: null, kind: "public" })).toEqual({ problem: null, kind: "public" });
});

test("a failure of the check itself is no refusal", async () => {
  const failing = () => Promise.reject(new Error("no resolver"));
  await expect(checkTypedUrl("usr_four", failing)).rejects.toThrow("no resolver");
});
