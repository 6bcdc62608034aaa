import { expect, test } from "vitest";
import texts from "@/lib/i18n/messages/en/problems.json";
import { ORGANIZATION_PROBLEMS } from "@/lib/organizations/settings";
import { MOVE_REFUSALS } from "@/lib/records/rules";
import { COMMENT_REASONS, SAVE_REASONS } from "@/lib/records/save";
import { ROOM_PROBLEMS } from "@/lib/rooms/settings";

test("every reason of the verbs has a text", () => {
  const reasons = [...ORGANIZATION_PROBLEMS, ...ROOM_PROBLEMS, ...MOVE_REFUSALS, ...SAVE_REASONS, ...COMMENT_REASONS];
  expect(reasons.filter((reason) => !Object.hasOwn(texts, reason))).toEqual([]);
});
