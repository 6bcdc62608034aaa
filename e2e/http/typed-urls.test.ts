import { expect, test } from "vitest";
import { URL_CHECKS_PER_MINUTE } from "../../lib/platform/page-limits";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { runSql } from "../support/scenes/run-sql";
import { makeManager } from "../support/scenes/webhook-rows";
import { type ActionAnswer, encodeForm, type Fields, listServerActions, post } from "./server-actions/calls";

const demo = useDemo();
const ACTIONS = listServerActions();
const OWN_ROOM = { isRoomOwn: true };
const URL_TYPED = "https://user:secret@hooks.example.com/in";

/** The three fields that ask while someone types, with a URL for which no name is looked up. */
const FIELDS = [
  ["webhooks", "checkUrl", URL_TYPED],
  ["connectors", "checkGateway", URL_TYPED],
  ["audit-log/streams", "checkUrl", { kind: "https", url: URL_TYPED }],
] as const;

function call(section: string, verb: string, cookie: string, body: FormData | string): Promise<ActionAnswer> {
  const action = ACTIONS.find(({ name }) => name === `app/settings/developer/${section}/actions.ts#${verb}`);
  const headers = { cookie, "next-action": action?.id ?? "none" };
  return post(`${demo.baseUrl}/settings/developer/${section}/new`, body, headers);
}

/** The result of each field; a thrown refusal would be a status of 500, and an error in the log. */
async function typeEverywhere(cookie: string): Promise<string[]> {
  const ask = ([section, verb, value]: (typeof FIELDS)[number]) => call(section, verb, cookie, JSON.stringify([value]));
  const answers = await Promise.all(FIELDS.map(ask));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  return answers.map(({ text }) => (/"unchecked"/.test(text) ? "unchecked" : /"problem"/.test(text) ? "judged" : text));
}

async function register(cookie: string, roomId: string, fields: Fields): Promise<ActionAnswer> {
  const form = encodeForm({ room: roomId, name: "Typed", events: ["record.created"], ...fields }, { kind: "idle" });
  return call("webhooks", "register", cookie, form);
}

test("the three forms share one limit for a person; nobody else is held up, and saving still judges the URL", async () => {
  // Their own area: another test lists the rooms of the organization.
  const [hasty, other] = await Promise.all([makeManager(demo, OWN_ROOM), makeManager(demo, OWN_ROOM)]);
  const [hastyCookie, otherCookie] = [await openSession(demo.baseUrl, hasty), await openSession(demo.baseUrl, other)];
  expect(await typeEverywhere(hastyCookie)).toEqual(["judged", "judged", "judged"]);
  const typeOften = async () => {
    for (let sent = 0; sent < URL_CHECKS_PER_MINUTE; sent += FIELDS.length) await typeEverywhere(hastyCookie);
    return [await typeEverywhere(hastyCookie), await typeEverywhere(otherCookie)];
  };
  // Each minute has its own count, and the next one may begin between the calls.
  await expect.poll(typeOften, { timeout: 120_000 }).toEqual([
    ["unchecked", "unchecked", "unchecked"],
    ["judged", "judged", "judged"],
  ]);

  const refused = await register(hastyCookie, hasty.roomId, { url: URL_TYPED });
  expect(refused.text).toContain('"kind":"refused"');
  expect((await register(hastyCookie, hasty.roomId, { url: "http://127.0.0.1:9/in" })).text).toContain("registered");
  const rows = await runSql(demo.databaseUrl, "SELECT url FROM webhooks WHERE room_id = $1", [hasty.roomId]);
  expect(rows).toEqual([{ url: "http://127.0.0.1:9/in" }]);
});
