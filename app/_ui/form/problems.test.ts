import { expect, test } from "vitest";
import { en } from "@/lib/i18n/messages/en";
import { ORGANIZATION_PROBLEMS } from "@/lib/organizations/settings";
import { AppError, forbidden, invalid, notFound } from "@/lib/platform/errors";
import { COMMENT_REASONS, SAVE_REASONS } from "@/lib/records/check-text";
import { ACTION_REFUSALS } from "@/lib/records/rules";
import { ROOM_PROBLEMS } from "@/lib/rooms/settings";
import { type Mapping, readProblems, refuse } from "./problems";

test("every reason of the verbs has a text", () => {
  const reasons = [...ORGANIZATION_PROBLEMS, ...ROOM_PROBLEMS, ...ACTION_REFUSALS, ...SAVE_REASONS, ...COMMENT_REASONS];
  expect(reasons.filter((reason) => !Object.hasOwn(en.problems, reason))).toEqual([]);
});

const issue = (path: string, message: string) => invalid([{ path, message }]);
const RATE = new AppError("rate_limit_exceeded", "Too many requests.");

test.each<[string, AppError, Mapping, string, string]>([
  ["a verb's reason at its field", issue("name", "name_missing"), {}, "name", "Enter a name."],
  ["the write burst", RATE, {}, "", en.problems.too_fast],
  ["a code of the form's own", notFound(), { byCode: { not_found: "key_gone" } }, "", en.problems.key_gone],
  ["a reason in the details", forbidden("No.", { reason: "tool_profile" }), {}, "", en.problems.tool_profile],
  ["the form's own text", issue("url", "url_invalid"), { scope: "gateway" }, "url", en.problems.gateway_url_invalid],
  [
    "a renamed field",
    issue("model", "agent_missing"),
    { fields: { model: "agentId" } },
    "agentId",
    en.problems.agent_missing,
  ],
  [
    "a line of a field",
    issue("redirectUris.2", "uri_wildcard"),
    {},
    "redirectUris",
    "Redirect URI 3: wildcards are not supported. Enter each URI in full.",
  ],
  [
    "a named value of a field",
    issue("customHeaders.X-A.b", "header_twice"),
    {},
    "customHeaders",
    "X-A.b: This name is used in two rows.",
  ],
  [
    "a message for programs",
    issue("boardId", "No such board."),
    { byPath: { boardId: { field: "board", reason: "board_unknown" } } },
    "board",
    en.problems.board_unknown,
  ],
  ["any other refusal", notFound(), { otherwise: "run_refused" }, "", `The run was refused. ${notFound().message}`],
  ["a number in the text", refuse("sign_in_limited", "", 2), {}, "", "Too many attempts. Try again in 2 minutes."],
])("maps %s", async (_name, error, mapping, field, message) => {
  expect(await readProblems(error, mapping)).toMatchObject([{ field, message }]);
});

test("rethrows errors that no form can explain", async () => {
  for (const error of [new Error("broken"), notFound(), issue("name", "Not a reason.")])
    await expect(readProblems(error)).rejects.toBe(error);
});
