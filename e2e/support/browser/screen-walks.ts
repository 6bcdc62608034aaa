import { SCOPES } from "../../../lib/access/scopes";
import type { Manifest } from "../../../prisma/seed/manifest";
import { listConnectorScreens, listRunScreens } from "../scenes/connector-rows";
import { makeGrant } from "../scenes/grants";
import { makePerson, type Person } from "../scenes/people";
import { listRecordScreens } from "../scenes/record-rows";
import { makeRoomScene } from "../scenes/room-scene";
import { listTaskScreens } from "../scenes/task-rows";
import { makeHolds, makeSuspendedTenant } from "../scenes/tenants";
import { listAdministrationScreens, listWebhookScreens } from "../scenes/webhook-rows";
import { openDemoWorld } from "../scenes/world";
import { authorizeQuery, makePkce } from "./oauth-flow";

const DEVELOPER = "/settings/developer";
const KEYS = `${DEVELOPER}/api-keys`;
const GRANTS = `${DEVELOPER}/authorized-apps`;
const APPS = "/settings/admin/oauth-apps";
const TENANTS = "/settings/admin/tenants";
const HOLDS = "/settings/admin/legal-holds";

export type Language = "en" | "ja";
/** The screens of one person; a new screen joins one of the walks. */
type Walk = (demo: Manifest, locale: Language) => Promise<{ person: Person | null; paths: readonly string[] }>;

/** A write with an API key, which every room refuses; returns the id of the request. */
async function callRefused(demo: Manifest): Promise<string> {
  const url = `${demo.baseUrl}/v1/rooms/${demo.rooms.general.id}/messages`;
  const headers = { authorization: `Bearer ${demo.apiKeys.org.key}`, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ body: "Hello" }) });
  return response.headers.get("x-request-id") ?? "";
}

const visit = (paths: string) => Promise.resolve({ person: null, paths: paths.trim().split(/\s+/) });

export const WALKS: Readonly<Record<string, Walk>> = {
  "public screens": () =>
    visit(`
    / /status /login /sign-up /sign-up/confirm?token=x /password/forgot /password/reset?token=x /unsubscribe?link=x
    /report-invitation?token=x /not-me?token=x /not-me?done=1 /dev/mailbox /nowhere /oauth/consent?request=x`),
  docs: () =>
    visit(`
    /docs /docs/errors /docs/errors/rate_limit_exceeded /docs/errors/oauth /docs/event-catalog /docs/changelog
    /docs/operating /docs/search?q=webhook /docs/no /docs/quickstart /docs/reference /docs/reference/updateTask`),
  async "settings, keys and consent"(demo, locale) {
    const key = `${KEYS}/${demo.apiKeys.org.id}`;
    const area = `area=${demo.organizations.acme.id}`;
    const requestId = await callRefused(demo);
    const paths = [
      "",
      "/connectors",
      "/agent-runs",
      "/connect-agent",
      "/connect-agent?client=cursor",
      "/connect-agent/ask?client=https%3A%2F%2Fclient.example%2Fclient.json",
      `/requests?${area}`,
      `/requests?${area}&open=${requestId}`,
      `/requests/${requestId}?again=1`,
      `/usage?${area}`,
      `/usage?${area}&since=24h`,
      "/audit-log",
      "/audit-log/streams",
      "/audit-log/streams/new",
    ];
    return {
      person: await makePerson(demo, { locale, roleAtAcme: 30 }),
      paths: [
        ...paths.map((path) => `${DEVELOPER}${path}`),
        "/settings/account",
        "/settings/notifications",
        "/settings/notifications/preferences",
        "/cli/approve?code=BCDF-GHJK",
        "/cli/approve?outcome=denied",
        "/confirm",
        KEYS,
        `${KEYS}/new`,
        key,
        `${key}?step=revoke`,
        `${key}?step=rotate`,
        `${key}?step=addresses`,
        `${key}?step=budget`,
        `${KEYS}?q=zzz`,
        `/oauth/authorize?${authorizeQuery(demo.oauthApps.agent, makePkce().challenge, { scope: SCOPES.join(" ") })}`,
      ],
    };
  },
  async "authorized apps and OAuth apps"(demo, locale) {
    const person = await makePerson(demo, { locale, isAdmin: true });
    const live = `${GRANTS}/${(await makeGrant(demo, { userId: person.id, actorType: "AGENT" })).grantId}`;
    const ended = `${GRANTS}/${(await makeGrant(demo, { userId: person.id, reason: "refresh_reuse" })).grantId}`;
    const app = `${APPS}/${demo.oauthApps.confidential.clientId}`;
    const [entity, free] = [await makeSuspendedTenant(demo, person.id), await openDemoWorld(demo).findPayer(person.id)];
    const tenants = [
      TENANTS,
      `${TENANTS}?q=zzz`,
      `${TENANTS}/${entity}`,
      `${TENANTS}/${free}`,
      `${TENANTS}/${free}?step=suspend`,
    ];
    const holds = [HOLDS, `${HOLDS}?lift=${await makeHolds(demo, person.id)}`];
    const paths = [
      ...tenants,
      ...holds,
      GRANTS,
      live,
      `${live}?step=revoke`,
      ended,
      APPS,
      `${APPS}/new`,
      `${APPS}/clients`,
      app,
    ];
    return { person, paths: [...paths, `${app}/edit`, `${app}?step=rotate`, `${app}?step=deactivate`] };
  },
  administration: listAdministrationScreens,
  async "rooms, messages and files"(demo, locale) {
    const { ann, path, roomId, query } = await makeRoomScene(demo, { locale, messages: 3 });
    const [last] = await query<{ id: string }>("SELECT max(id) AS id FROM messages WHERE room_id = $1", [roomId]);
    const messageId = last?.id ?? "";
    return {
      person: ann,
      paths: [
        "/rooms",
        "/rooms?q=zzz",
        "/rooms/new-message",
        "/rooms/search",
        "/rooms/search?q=Line",
        `/rooms/search?q=zzz&room=${roomId}`,
        `${path}?message=${messageId}&edit=${messageId}`,
        `${path}?message=${messageId}&delete=${messageId}`,
        path,
        `${path}/files`,
        `${path}/files?kind=image`,
        "/rooms/no",
        `${path}/tasks/no`,
        `${path}/records/no`,
        `${path}/no`,
        "/settings/no",
      ],
    };
  },
  webhooks: listWebhookScreens,
  "records of a room": listRecordScreens,
  "tasks of a room": listTaskScreens,
  async "organizations and members"(demo, locale) {
    const { ann, ben, path } = await makeRoomScene(demo, { locale });
    const world = openDemoWorld(demo);
    const { id: organizationId } = await world.organization({ seats: 10 });
    for (const { id } of [ann, ben]) await world.join(organizationId, id, 40);
    const organization = `/settings/organizations/${organizationId}`;
    const room = `${path}/members`;
    return {
      person: ann,
      paths: [
        "/settings/organizations",
        "/settings/organizations?step=new",
        organization,
        `${organization}?q=zzz&done=invited`,
        ...["?step=edit", "?step=seats", "?step=leave", `/members/${ben.id}`].map((rest) => `${organization}${rest}`),
        "/rooms/new",
        "/rooms/new?in=own",
        `/rooms/new?in=${organizationId}`,
        room,
        `${room}/${ben.id}`,
        `${room}/${ann.id}`,
      ],
    };
  },
  connectors: listConnectorScreens,
  "agent runs": listRunScreens,
};
