import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { newId } from "../platform/ids";
import { NOTIFICATION_KINDS, type NotificationKind } from "./notification";
import { readUnsubscribeLink, writeUnsubscribePaths } from "./unsubscribe-link";

const writeLink = (userId: string, kinds: readonly NotificationKind[]) =>
  writeUnsubscribePaths({ userId, kinds }, "en").path.replace("/unsubscribe?link=", "");

function useSecrets(secret: string, fallback?: string): void {
  vi.stubEnv("SVC_SESSION_SECRET", secret);
  vi.stubEnv("SVC_SESSION_SECRET_FALLBACK", fallback);
  resetShared();
}
afterEach(() => {
  vi.unstubAllEnvs();
  resetShared();
});

test("names the person and the kinds in a link that needs no encoding", () => {
  const userId = newId("usr");
  fc.assert(
    fc.property(fc.subarray([...NOTIFICATION_KINDS], { minLength: 1 }), (kinds) => {
      const link = writeLink(userId, kinds);
      expect(encodeURIComponent(link)).toBe(link);
      expect(readUnsubscribeLink(link)).toEqual({ userId, kinds });
    }),
  );
});

test("rejects a link with any character changed, left out or added", () => {
  const link = writeLink(newId("usr"), ["webhook.failing", "session.new_device"]);
  fc.assert(
    fc.property(fc.nat(link.length), fc.nat(1), fc.string({ maxLength: 3 }), (at, cut, added) => {
      const changed = link.slice(0, at) + added + link.slice(at + cut);
      if (changed !== link) expect(readUnsubscribeLink(changed)).toBeNull();
    }),
  );
});

test("it is in the language of its mail, and the address of mail programs has none", () => {
  const paths = writeUnsubscribePaths({ userId: newId("usr"), kinds: ["key.expiring"] }, "ja");
  expect(paths.path).toMatch(/^\/unsubscribe\?link=[^&]+&lang=ja$/);
  expect(paths.oneClickPath).toMatch(/^\/unsubscribe\/one-click\?link=[^&]+$/);
});

test("accepts a link after a rotation while the old session secret is kept", () => {
  const [old, fresh] = [`dev_${"o".repeat(43)}`, `dev_${"f".repeat(43)}`];
  useSecrets(old);
  const link = writeLink(newId("usr"), ["key.expiring"]);
  useSecrets(fresh, old);
  expect(readUnsubscribeLink(link)?.kinds).toEqual(["key.expiring"]);
  useSecrets(fresh);
  expect(readUnsubscribeLink(link)).toBeNull();
});
