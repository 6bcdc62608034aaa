import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { CATALOGS } from "../i18n/catalogs";
import type { Locale } from "../i18n/locale";
import { groupNotifications } from "./group-notifications";
import type { Facts, NotificationKind } from "./notification";
import { describeGroup } from "./sentence";

function listTitles(locale: Locale, kind: NotificationKind, ...facts: Facts[]): string[] {
  const t = createTranslator({ locale, messages: CATALOGS[locale], namespace: "notifications" });
  const same = { kind, subjectId: "1", createdAt: new Date(0), isRead: false, requestId: null };
  return groupNotifications(facts.map((each, n) => ({ ...same, id: String(n), facts: each }))).map(
    (group) => describeGroup(group, locale, t).title,
  );
}

const inGeneral = (by: string | null) => ({ by, room: "General", roomId: "room_1" });

test("names the first author of several mentions and counts the others", () => {
  const mentions = ["Ada", "Bob", "Cy", "Di"].map(inGeneral);
  expect(listTitles("en", "message.mentioned", ...mentions)).toEqual(["Ada and 3 others mentioned you in General"]);
  expect(listTitles("ja", "message.mentioned", ...mentions)).toEqual([
    "「General」で Ada さんほか 3 人から 4 件のメンションがあります",
  ]);
  expect(listTitles("en", "message.mentioned", inGeneral("Ada"), inGeneral("Ada"))).toEqual([
    "Ada mentioned you 2 times in General",
  ]);
  expect(listTitles("en", "message.mentioned", inGeneral(null), inGeneral(null))).toEqual([
    "People who have left mentioned you 2 times in General",
  ]);
});

test("counts sign-ins and failures, and lets the newest speak for the others", () => {
  expect(listTitles("en", "session.new_device", {}, {}, {})).toEqual(["3 new sign-ins"]);
  expect(listTitles("en", "webhook.failing", { name: "Tracker" }, { name: "Tracker" })).toEqual([
    "Webhook “Tracker” started to fail 2 times",
  ]);
  expect(listTitles("en", "usage.threshold", { percent: 100 }, { percent: 80 })).toEqual([
    "100% of the month’s units are used",
  ]);
});
