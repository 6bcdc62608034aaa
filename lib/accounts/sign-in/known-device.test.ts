import { describe, expect, it } from "vitest";
import { DEVICE_MAX_AGE_SECONDS, findKnownDevice, rememberDevice } from "./known-device";

const AT = new Date("2026-06-09T12:00:00Z");
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);

describe("a device cookie", () => {
  it("names the device to its own account alone, for a year", () => {
    const cookie = rememberDevice(undefined, "ann@x.test", AT);
    expect(findKnownDevice(cookie, "ann@x.test", AT)).toMatch(/^[\w-]{16}$/);
    expect(findKnownDevice(cookie, "bob@x.test", AT)).toBeNull();
    expect(findKnownDevice(cookie, "ann@x.test", later(DEVICE_MAX_AGE_SECONDS))).not.toBeNull();
    expect(findKnownDevice(cookie, "ann@x.test", later(DEVICE_MAX_AGE_SECONDS + 1))).toBeNull();
  });

  it("keeps its id when the person signs in again, and counts the year from there", () => {
    const first = rememberDevice(undefined, "ann@x.test", AT);
    const again = rememberDevice(first, "ann@x.test", later(1_000));
    expect(findKnownDevice(again, "ann@x.test", later(DEVICE_MAX_AGE_SECONDS + 500))).toBe(
      findKnownDevice(first, "ann@x.test", AT),
    );
  });

  it("is another device in another browser", () => {
    const [one, other] = [1, 2].map(() =>
      findKnownDevice(rememberDevice(undefined, "ann@x.test", AT), "ann@x.test", AT),
    );
    expect(one).not.toBe(other);
  });

  it("holds the last five accounts", () => {
    const emails = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}@x.test`);
    const cookie = emails.reduce<string | undefined>((held, email) => rememberDevice(held, email, AT), undefined);
    expect(emails.map((email) => findKnownDevice(cookie, email, AT) !== null)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(cookie?.length).toBeLessThan(600);
  });

  it("cannot be changed or made up", () => {
    const cookie = rememberDevice(undefined, "ann@x.test", AT);
    for (let at = 0; at < cookie.length; at += 1) {
      const changed = `${cookie.slice(0, at)}${cookie[at] === "A" ? "B" : "A"}${cookie.slice(at + 1)}`;
      expect(findKnownDevice(changed, "ann@x.test", AT)).toBeNull();
    }
    for (const forged of [undefined, "", "~", "...", "~~~~~~~", "a.b.c.d", "\u0000", "x".repeat(10_000)])
      expect(findKnownDevice(forged, "ann@x.test", AT)).toBeNull();
  });

  it("is dropped without a trace when it was forged, and a real one is made", () => {
    const cookie = rememberDevice("a.b.1.c~d", "ann@x.test", AT);
    expect(cookie.split("~")).toHaveLength(1);
    expect(findKnownDevice(cookie, "ann@x.test", AT)).not.toBeNull();
  });
});
