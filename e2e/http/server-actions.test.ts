import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readManifest } from "../support/scenes/manifest";
import { IS_NIGHT } from "../support/scenes/night";
import { type ConnectedDatabase, connectDatabase } from "../support/scenes/run-sql";
import { plantSession } from "../support/scenes/sessions";
import { type Service, startService } from "../support/service";
import { TEST_ENV } from "../support/test-env.mjs";
import { startBoundlessBursts } from "./server-actions/boundless-bursts";
import { type Fields, listServerActions, post, type ServerAction } from "./server-actions/calls";
import {
  type ForgedCall,
  forgeFields,
  listBrokenCalls,
  listForgedArguments,
  listForgedForms,
  listStrayForms,
  sendAsMeant,
} from "./server-actions/forged-calls";
import { describePayloads, type Payload } from "./server-actions/payloads";
import { takeChanges, watchRows } from "./server-actions/row-watch";
import { type ActionScene, type Caller, makeActionScene } from "./server-actions/scene";

/**
 * Every server action of the build, called by hand: with forged arguments, and without permission. The service is of
 * these tests alone and has no bursts, which would refuse nearly all calls before an action reads them.
 */
const ACTIONS = listServerActions();
const BY_NAME = ACTIONS.map((action) => [action.name, action] as const);
const CONCURRENT = 6;
/** The 10,000 forged calls of the whole run take minutes. One in nine meets every action, field and hostile value. */
const EVERY = IS_NIGHT ? 1 : 9;
/** They end the caller's session, so each call needs its own. */
const ENDS_SESSION = /#(signOut|signOutOthers|signOutEverywhere|switchAccount)$/;

/**
 * No row tells of these, not even when the owner calls: they look something up, send something elsewhere, or need a state
 * that no row here brings about. `leave` has a wrong name, because everyone may leave.
 */
const LEAVES_NO_ROW = new RegExp(
  [
    "background/actions.ts#(retry|cancel)$",
    "_alerts/actions.ts#dismiss$",
    "streams/actions.ts#test$",
    "#checkUrl$",
    "organizations/actions.ts#leave$",
  ].join("|"),
);

let bursts: Awaited<ReturnType<typeof startBoundlessBursts>>;
let service: Service;
let database: ConnectedDatabase;
let scene: ActionScene;
let payloads: Readonly<Record<string, Payload>>;

async function openScene(): Promise<void> {
  scene = await makeActionScene(service.manifestFile, database);
  expect(Object.values(scene.ids)).not.toContain("");
  payloads = describePayloads(scene);
}

beforeAll(async () => {
  bursts = await startBoundlessBursts();
  const { DATABASE_POOL_WAIT_MS } = TEST_ENV;
  service = await startService({ env: { DATABASE_POOL_WAIT_MS, SVC_SIGN_UP: "open", ...bursts.env } });
  database = connectDatabase(readManifest(service.manifestFile).databaseUrl);
  await watchRows(database);
  await openScene();
});
afterAll(async () => {
  await database.close();
  await service.stop();
  await bursts.close();
});

function payloadOf({ name }: ServerAction): Payload {
  const payload = payloads[name];
  if (!payload) throw new Error(`There is no payload for ${name} in e2e/http/server-actions/payloads.ts.`);
  return payload;
}

function urlOf({ page }: ServerAction): string {
  const ids: Record<string, string> = { ...scene.ids, version: "1", section: "usage" };
  return service.baseUrl + page.replace(/\[(\w+)\]/g, (_, name: string) => ids[name] ?? name);
}

function send(action: ServerAction, cookie: string, { body, contentType, isFetch }: ForgedCall) {
  return post(urlOf(action), body, {
    cookie,
    ...(isFetch ? { "next-action": action.id } : {}),
    ...(contentType === undefined ? {} : { "content-type": contentType }),
  });
}

interface PlannedCall {
  readonly action: ServerAction;
  readonly caller: Caller;
  readonly call: ForgedCall;
}

const planCalls = (action: ServerAction, caller: Caller, calls: readonly ForgedCall[]): PlannedCall[] =>
  calls.map((call) => ({ action, caller, call }));

const takeSome = (calls: readonly ForgedCall[], offset: number) => calls.filter((_, n) => (n + offset) % EVERY === 0);

/** The problems of these calls: 5xx, and text of the organization in a response to a stranger. */
async function sendAll(calls: readonly PlannedCall[]): Promise<string[]> {
  const waiting = [...calls];
  const problems: string[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { action, caller, call } = next;
      const { status, text } = await send(action, scene.cookies[caller], call);
      const where = `${action.name} as ${caller}, ${call.label}`;
      if (status >= 500) problems.push(`${status}: ${where}: ${text.slice(0, 160)}`);
      const isStranger = caller === "outsider" || caller === "nobody";
      if (isStranger && scene.secrets.some((secret) => text.includes(secret))) problems.push(`leak: ${where}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
  return problems;
}

const readChanges = () => takeChanges(database, [scene.owner.id, ...Object.values(scene.ids)]);

test("the payloads name every action of the build, and no other", () => {
  expect(Object.keys(payloads).sort()).toEqual(ACTIONS.map(({ name }) => name).sort());
});

const PARTS = 8;
/** Neighbours of the list, which may undo each other, are in different parts. */
const BY_PART = Array.from(
  { length: PARTS },
  (_, part) => [part + 1, ACTIONS.filter((_, n) => n % PARTS === part)] as const,
);

function listForbiddenCalls(action: ServerAction): PlannedCall[] {
  const payload = payloadOf(action);
  const calls = sendAsMeant(action, payload);
  // The page that responds to a form of someone signed in costs much more than the action: one action in nine shows it.
  const fewer =
    EVERY === 1 || ACTIONS.indexOf(action) % (PARTS + 1) === 0 ? calls : calls.filter(({ isFetch }) => isFetch);
  return [
    ...planCalls(action, "nobody", calls),
    ...(ENDS_SESSION.test(action.name) ? [] : planCalls(action, "outsider", fewer)),
    ...(payload.anyone === true ? [] : planCalls(action, "guest", fewer)),
  ];
}

/** Each of these by itself, in a scene of its own: which ones change a row. */
async function findTrespasses(actions: readonly ServerAction[]): Promise<string[]> {
  const found: string[] = [];
  for (const action of actions) {
    await openScene();
    await readChanges();
    await sendAll(listForbiddenCalls(action));
    const changed = await readChanges();
    if (changed.length > 0) found.push(`${action.name} changes ${changed.join(", ")}`);
  }
  return found;
}

describe("callers without permission change nothing", () => {
  test.each(BY_PART)(`part %i of ${PARTS}`, async (_, actions) => {
    await readChanges();
    expect(await sendAll(actions.flatMap(listForbiddenCalls))).toEqual([]);
    const changed = await readChanges();
    expect(changed, changed.length === 0 ? "" : String(await findTrespasses(actions))).toEqual([]);
  });
});

/** Acts of one scene get in each other's way: what is deleted cannot be renamed. After a failure a new scene decides. */
async function proveInScene(prove: () => Promise<void>): Promise<void> {
  await prove().catch(async () => {
    await openScene();
    await prove();
  });
}

// A call that would change nothing for anyone proves nothing of those who may not make it.
describe("the same calls change something when the owner makes them", () => {
  const expected = BY_NAME.filter(([name]) => !LEAVES_NO_ROW.test(name));
  test.each(expected)("%s", (_, action) =>
    proveInScene(async () => {
      // Everyone may do it for themselves, as signing in: nobody lacks permission.
      if (payloadOf(action).anyone === true) return;
      await readChanges();
      const [call] = sendAsMeant(action, payloadOf(action));
      const { status, text } = call ? await send(action, scene.cookies.owner, call) : { status: 0, text: "" };
      expect(status, text.slice(0, 500)).toBeLessThan(400);
      expect(await readChanges(), text.slice(0, 500)).not.toEqual([]);
    }),
  );
});

/** Actions whose effect outlives a session, with the fields that their payload lacks. */
const LASTING: Readonly<Record<string, Fields>> = {
  "app/settings/developer/api-keys/actions.ts#issue": {},
  "app/settings/developer/api-keys/actions.ts#rotate": {},
  "app/settings/developer/webhooks/actions.ts#rotate": {},
  "app/settings/developer/webhooks/actions.ts#recreate": {},
  "app/settings/admin/oauth-apps/actions.ts#register": {},
  "app/settings/admin/oauth-apps/actions.ts#edit": {},
  "app/settings/admin/oauth-apps/actions.ts#rotate": {},
  "app/settings/admin/tenants/actions.ts#saveSeats": {},
  "app/settings/organizations/actions.ts#saveSeats": {},
  "app/settings/organizations/actions.ts#saveRole": { role: "40" },
  "app/settings/organizations/actions.ts#sendInvitation": { role: "40" },
  "app/rooms/[roomId]/members/actions.ts#changeRole": { role: "40" },
};

describe("a session of eleven minutes ago changes nothing that outlives it, without the password", () => {
  beforeAll(openScene);

  test.each(Object.entries(LASTING))("%s", (name, fields) =>
    proveInScene(async () => {
      const action = ACTIONS.find((known) => known.name === name);
      const payload = payloads[name];
      if (!action || payload?.kind !== "form") throw new Error(`There is no form ${name}.`);
      // The wrong passwords of all these tests would lock the account.
      await database.query("DELETE FROM sign_in_attempts");
      const session = await plantSession(service.manifestFile, database, scene.owner.id, { ageMinutes: 11 });
      const cookie = `svc-session=${session}`;
      const sendWith = async (more: Fields) => {
        const [call] = sendAsMeant(action, { ...payload, fields: { ...payload.fields, ...fields, ...more } });
        return call ? send(action, cookie, call) : { status: 0, text: "" };
      };
      // A proof begins a session, which is no lasting change.
      const readLasting = async () => (await readChanges()).filter((table) => table !== "sessions");
      await readLasting();
      expect((await sendWith({})).text).toContain("Confirm that it is you");
      expect((await sendWith({ proof: "not the password" })).text).toContain("This is not your password.");
      expect(await readLasting()).toEqual([]);
      const { status, text } = await sendWith({ proof: scene.owner.password });
      expect(status, text.slice(0, 500)).toBeLessThan(400);
      expect(await readLasting(), text.slice(0, 500)).not.toEqual([]);
    }),
  );
});

describe("forged calls are never a server error", () => {
  beforeAll(openScene);

  test.each(BY_NAME)("%s", async (name, action) => {
    const calls = [...listForgedArguments(), ...listForgedForms(action), ...forgeFields(payloadOf(action), scene)];
    const some = planCalls(
      action,
      ENDS_SESSION.test(name) ? "nobody" : "owner",
      takeSome(calls, ACTIONS.indexOf(action)),
    );
    expect(await sendAll(some)).toEqual([]);
  });

  test("forms that name no action, on every page", async () => {
    const byPage = new Map(ACTIONS.map((action) => [action.page, action]));
    const calls = [...byPage.values()].flatMap((action, page) =>
      planCalls(action, "owner", takeSome(listStrayForms(), page)),
    );
    expect(await sendAll(calls)).toEqual([]);
  });

  test("responds 400 to a form that cannot be decoded, with the form's own page or none", async () => {
    const sample = ["#saveProfile", "#changeTask", "#chooseTheme", "#signOutEverywhere"];
    const actions = ACTIONS.filter(({ name }) => sample.some((end) => name.endsWith(end)));
    expect(await sendAll(actions.flatMap((action) => planCalls(action, "nobody", listBrokenCalls())))).toEqual([]);
    const [action] = ACTIONS;
    if (action) {
      const call: ForgedCall = { label: "no JSON", body: "{", contentType: "text/plain", isFetch: true };
      expect((await send(action, scene.cookies.owner, call)).status).toBe(400);
    }
  });
});
