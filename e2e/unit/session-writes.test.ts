import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSourceGraph } from "../support/source-graph";

const LIMIT = "lib/usage/limit-burst.ts#limitPersonWrites";
const URL_LIMIT = "lib/usage/limit-burst.ts#limitPersonUrlChecks";
const IS_URL_CHECK = "has the limit of typed URLs";

/** Actions of the browser that do not count as writes of their person. */
const EXCEPTIONS: Record<string, string> = {
  "app/cli/approve/actions.ts#decide": "decides once; the command lines that ask are limited",
  "app/cli/approve/actions.ts#findCode": "has the limits of codes",
  "app/cli/approve/actions.ts#switchAccount": "ends a session, which must never wait",
  "app/confirm/actions.ts#confirmWithPasskey": "has the limits of sign-ins",
  "app/confirm/actions.ts#confirmWithPassword": "has the limits of sign-ins",
  "app/not-me/actions.ts#endEverything": "takes a link that works once",
  "app/report-invitation/actions.ts#report": "takes a link of a mail: repeating it changes nothing",
  "app/login/actions.ts#signIn": "has the limits of sign-ins",
  "app/login/actions.ts#signInWithPasskey": "has the limits of sign-ins",
  "app/login/actions.ts#signInToDemo": "has the limits of sign-ins",
  "app/password/actions.ts#finishReset": "takes a link that works once",
  "app/password/actions.ts#requestReset": "has the limits of requested mails",
  "app/sign-up/actions.ts#finishSignUp": "takes a link that works once",
  "app/sign-up/actions.ts#requestSignUp": "has the limits of requested mails",
  "app/unsubscribe/actions.ts#unsubscribe": "takes a signed link: repeating it changes nothing",
  "app/oauth/consent/actions.ts#switchAccount": "ends a session, which must never wait",
  "app/preferences/actions.ts#chooseLocale": "a choice of this browser",
  "app/preferences/actions.ts#chooseTheme": "a choice of this browser",
  "app/settings/account/actions.ts#signOut": "ends a session, which must never wait",
  "app/settings/account/actions.ts#signOutDevice": "ends a session, which must never wait",
  "app/settings/account/actions.ts#signOutEverywhere": "ends a session, which must never wait",
  "app/settings/account/actions.ts#signOutOthers": "ends a session, which must never wait",
  "app/settings/account/passkeys/actions.ts#begin": "keeps nothing",
  "app/settings/account/passkeys/actions.ts#remove": "ends a way to sign in, which must never wait",
  "app/settings/admin/background/actions.ts#cancel": "ends a run, which must never wait",
  "app/settings/admin/background/actions.ts#retry": "a run that is under way again is not retried twice",
  "app/settings/admin/oauth-apps/actions.ts#endOverlapNow": "ends a secret, which must never wait",
  "app/settings/admin/oauth-apps/actions.ts#reactivate": "a switch: repeating it changes nothing",
  "app/settings/admin/tenants/actions.ts#resume": "a switch: repeating it changes nothing",
  "app/settings/notifications/actions.ts#markEverythingRead":
    "hides nothing and tells no one else: repeating it changes nothing",
  "app/settings/developer/_alerts/actions.ts#dismiss": "hides a notice from this person: repeating it changes nothing",
  "app/settings/developer/_views/actions.ts#forgetView": "deletes a person's own filter, and nothing else",
  "app/settings/developer/agent-runs/actions.ts#cancel": "ends a run, which must never wait",
  "app/settings/developer/api-keys/actions.ts#endRecording": "ends a recording, which must never wait",
  "app/settings/developer/api-keys/actions.ts#revoke": "ends a key, which must never wait",
  "app/settings/developer/authorized-apps/actions.ts#endCommandLine": "ends a session, which must never wait",
  "app/settings/developer/authorized-apps/actions.ts#revoke": "ends a grant, which must never wait",
  "app/settings/developer/connectors/actions.ts#checkGateway": IS_URL_CHECK,
  "app/settings/developer/connectors/run-action.ts#run": "has the limits of agent runs",
  "app/settings/developer/webhooks/delivery-actions.ts#sendMany": "has the limit of deliveries",
  "app/settings/developer/webhooks/delivery-actions.ts#sendCanaryTest": "has the limit of deliveries",
  "app/settings/developer/webhooks/delivery-actions.ts#test": "has the limit of deliveries",
  "app/settings/developer/webhooks/actions.ts#checkUrl": IS_URL_CHECK,
  "app/settings/developer/audit-log/streams/actions.ts#checkUrl": IS_URL_CHECK,
  "app/settings/developer/webhooks/delivery-actions.ts#redeliverOne": "has the limit of deliveries",
  "app/rooms/actions.ts#markAllRoomsRead": "moves a person's own places in rooms: repeating it changes nothing",
  "app/rooms/actions.ts#markRoomRead": "moves a person's own place in a room: repeating it changes nothing",
  "app/rooms/[roomId]/records/[recordId]/_comments/actions.ts#markShownComments":
    "moves a person's own place on a record: repeating it changes nothing",
  "app/rooms/[roomId]/records/[recordId]/_agent/actions.ts#ask": "has the limits of agent runs",
  "app/rooms/[roomId]/records/[recordId]/_agent/actions.ts#stop": "ends a run, which must never wait",
};

test("every action counts towards the write burst of its person, or says why it does not", () => {
  const graph = readSourceGraph(process.cwd());
  const actions = graph.files
    .filter((file) => file.startsWith("app/") && /^"use server";/m.test(readFileSync(file, "utf8")))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^export (?:const|async function) (\w+)/gm)].map(
        ([, name]) => `${file}#${name}`,
      ),
    );
  const uncounted = actions.filter((action) => !graph.reach(action).has(LIMIT));
  expect(actions.length).toBeGreaterThan(60);
  expect(uncounted.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  const checks = actions.filter((action) => graph.reach(action).has(URL_LIMIT));
  expect(checks.sort()).toEqual(
    Object.keys(EXCEPTIONS)
      .filter((name) => EXCEPTIONS[name] === IS_URL_CHECK)
      .sort(),
  );
});
