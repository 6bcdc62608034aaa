import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { authenticateKey } from "../access/credentials/authenticate-key";
import { authenticateToken } from "../access/credentials/authenticate-token";
import { openAsPerson } from "../access/open-as-person";
import { openRoom } from "../access/open-room";
import { approveRequest } from "../oauth/server/decide-consent";
import { findClient } from "../oauth/server/find-client";
import { openOrganization } from "../organizations/open-organization";
import { listReceivedInvitations } from "../organizations/queries";
import { newId } from "../platform/ids";
import { addMember } from "../rooms/add-member";
import { writeAsPerson } from "../usage/write-as-person";
import { invite } from "./invite";
import { readOwnSeats, readTraces } from "./queries";
import { leaveOrganization, removePerson } from "./remove-person";

const database = useTestDatabase();
const world = createWorld(database);
const endAll = (is: boolean) => ({ keys: is, webhooks: is, connectors: is });
const OWNER_AND_MEMBER = [[0, 40] as const, [1, 20] as const];
const reason = (message: string) => ({ details: { issues: [expect.objectContaining({ message })] } });

async function makeOrganization(roles: readonly number[]) {
  const { id, billingEntityId } = await world.organization({ seats: 20 });
  const made = await Promise.all(roles.map((_, n) => world.user({ name: `Person ${n}` })));
  for (const [n, person] of made.entries()) await world.join(id, person.id, roles[n]);
  const people = (n: number) => made[n] ?? { id: "usr_none", email: "", billingEntityId: "" };
  const open = (n: number) => openOrganization(people(n).id, id);
  const remove = async (actor: number, target: number, endings = endAll(false)) =>
    removePerson(await open(actor), people(target).id, { typedName: `Person ${target}`, endings });
  const room = async (seats: readonly (readonly [person: number, role: number])[], roomType = 0) => {
    const made = await world.room({ organizationId: id, billingEntityId, roomType });
    for (const [n, role] of seats) await world.enter(made.id, people(n).id, role);
    return made.id;
  };
  return { id, billingEntityId, people, open, remove, room };
}

async function readSeats(roomId: string) {
  const rows = await database.query<{ userId: string; role: number }>(
    `SELECT user_id AS "userId", role FROM room_members WHERE room_id = $1 ORDER BY role DESC, id`,
    [roomId],
  );
  return rows.map(({ userId, role }) => [userId, role]);
}

describe("removing a person from an organization", () => {
  it("ends the person's seats, tokens and access at once, and nothing of anyone else's", async () => {
    const { id, billingEntityId, people, open, remove, room } = await makeOrganization([40, 20]);
    const elsewhere = await makeOrganization([20]);
    await world.join(elsewhere.id, people(1).id);
    const otherRoom = await elsewhere.room([[0, 40]]);
    await world.enter(otherRoom, people(1).id);
    const roomId = await room(OWNER_AND_MEMBER);
    const direct = await room(
      [
        [0, 40],
        [1, 40],
      ],
      1,
    );
    const own = await world.room({ billingEntityId: people(1).billingEntityId });
    await world.enter(own.id, people(1).id, 40);
    const here = await world.accessToken({ userId: people(1).id, billingEntityId });
    const there = await world.accessToken({ userId: people(1).id, billingEntityId: elsewhere.billingEntityId });
    const others = await world.accessToken({ userId: people(0).id, billingEntityId });

    await remove(0, 1);

    for (const shut of [roomId, direct])
      await expect(openAsPerson(people(1).id, { roomId: shut }, openRoom)).rejects.toMatchObject({
        code: "room_not_found",
      });
    expect(await authenticateToken(here.token, "api")).toBeNull();
    expect(await authenticateToken(there.token, "api")).not.toBeNull();
    expect(await authenticateToken(others.token, "api")).not.toBeNull();
    await openAsPerson(people(1).id, { roomId: otherRoom }, openRoom);
    await openAsPerson(people(1).id, { roomId: own.id }, openRoom);
    await expect(openOrganization(people(1).id, id)).rejects.toMatchObject({ code: "not_found" });
    expect(await readSeats(roomId)).toEqual([[people(0).id, 40]]);
    const grants = await database.query(
      `SELECT revoked_reason AS reason, (SELECT array_agg(kind) FROM oauth_grant_events e WHERE e.grant_id = g.id) AS kinds
       FROM oauth_grants g WHERE id = $1`,
      [here.grantId],
    );
    expect(grants).toEqual([{ reason: "left_organization", kinds: ["revoked"] }]);

    await world.join(id, people(1).id);
    await expect(openAsPerson(people(1).id, { roomId }, openRoom)).rejects.toMatchObject({ code: "room_not_found" });
    await openAsPerson(people(1).id, { roomId: direct }, openRoom);
    await open(1);
  });

  it("passes rooms on to the highest remaining role, longest member first, and never to guests", async () => {
    const { people, remove, room } = await makeOrganization([40, 20, 20, 20]);
    const toManager = await room([
      [1, 40],
      [2, 20],
      [3, 30],
    ]);
    const toEldest = await room([
      [1, 40],
      [3, 20],
      [2, 20],
    ]);
    const shared = await room([
      [1, 40],
      [2, 40],
    ]);
    const toOrganization = await room([
      [1, 40],
      [2, 10],
    ]);
    const alone = await room([[1, 40]]);
    const asGuest = await room([
      [1, 40],
      [0, 10],
    ]);
    await remove(0, 1);
    const [owner, second, third] = [people(0).id, people(2).id, people(3).id];
    expect(await readSeats(toManager)).toEqual([
      [third, 40],
      [second, 20],
    ]);
    expect(await readSeats(toEldest)).toEqual([
      [third, 40],
      [second, 20],
    ]);
    expect(await readSeats(shared)).toEqual([[second, 40]]);
    expect(await readSeats(toOrganization)).toEqual([
      [owner, 40],
      [second, 10],
    ]);
    expect(await readSeats(alone)).toEqual([[owner, 40]]);
    expect(await readSeats(asGuest)).toEqual([[owner, 40]]);
    const events = await database.query<{ room: string; data: { userId: string } }>(
      "SELECT room_id AS room, v1_data AS data FROM events WHERE type = 'room.member.added' AND room_id = ANY($1)",
      [[toManager, toEldest, shared, toOrganization, alone, asGuest]],
    );
    expect(events.map(({ room: id, data }) => `${id} ${data.userId}`).sort()).toEqual(
      [`${toOrganization} ${owner}`, `${alone} ${owner}`].sort(),
    );
  });

  it("asks for the name, and for a role above or beside theirs", async () => {
    const { people, open, remove } = await makeOrganization([40, 30, 20, 20]);
    const stranger = await world.user();
    await expect(
      removePerson(await open(0), people(2).id, { typedName: "Person", endings: endAll(false) }),
    ).rejects.toMatchObject(reason("confirmation_mismatch"));
    await expect(remove(1, 0)).rejects.toMatchObject(reason("above_own_role"));
    await expect(remove(2, 3)).rejects.toMatchObject(reason("managers_only"));
    await expect(remove(0, 0)).rejects.toMatchObject(reason("last_owner"));
    await expect(
      removePerson(await open(0), stranger.id, { typedName: "Test Person", endings: endAll(false) }),
    ).rejects.toMatchObject({ code: "not_found" });
    await remove(1, 2);
    await expect(readTraces(await open(3), people(1).id)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("two owners who remove each other leave one of them", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, open, remove, room } = await makeOrganization([40, 40, 20]);
      await Promise.all([
        room([
          [0, 40],
          [1, 40],
        ]),
        room([[0, 40]]),
        room([
          [1, 40],
          [2, 20],
        ]),
      ]);
      await Promise.all([open(0), open(1)]);
      const results = await Promise.allSettled([remove(0, 1), remove(1, 0)]);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const owners = await database.query(
        "SELECT 1 FROM organization_memberships WHERE organization_id = $1 AND role = 40",
        [id],
      );
      expect(owners).toHaveLength(1);
    }
  });

  it("leaves no seat and no grant behind that is added or approved at the same moment", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { billingEntityId, people, remove, room } = await makeOrganization([40, 20]);
      const roomId = await room([[0, 40]]);
      const app = await world.oauthApp();
      const client = await findClient(app.clientId);
      if (!client) throw new Error("The app is not there.");
      await Promise.allSettled([
        writeAsPerson(people(0).id, { roomId }, openRoom, (tx, access) =>
          addMember(tx, access, people(0).id, { userId: people(1).id, role: 20 }),
        ),
        approveRequest({
          client,
          userId: people(1).id,
          billingEntityId,
          request: {
            redirectUri: app.redirectUris[0] ?? "",
            scopes: ["rooms:read"],
            state: null,
            codeChallenge: "x".repeat(43),
            audience: "api",
          },
          sealed: newId("app"),
          cause: { address: null, userAgent: null },
        }),
        remove(0, 1),
      ]);
      expect(await readSeats(roomId)).toEqual([[people(0).id, 40]]);
      const live = await database.query("SELECT 1 FROM oauth_grants WHERE user_id = $1 AND revoked_at IS NULL", [
        people(1).id,
      ]);
      expect(live).toEqual([]);
    }
  });

  it("ends the chosen kinds of things that they created, and nothing of others", async () => {
    for (const endings of [endAll(false), endAll(true)]) {
      const { id, billingEntityId, people, open, remove, room } = await makeOrganization([40, 30]);
      const roomId = await room([
        [0, 40],
        [1, 30],
      ]);
      const at = new Date();
      const made = await Promise.all(
        [0, 1].map(async (n) => {
          const key = await world.apiKey({ organizationId: id, billingEntityId });
          await database.query("UPDATE api_keys SET created_by_id = $2 WHERE id = $1", [key.id, people(n).id]);
          const [webhook, connector] = [newId("wh"), newId("conn")];
          await database.query(
            `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_by_id, created_at, updated_at)
             VALUES ($1, $2, 'Hook', 'https://example.test', '{task.created}', '2026-06-09', $3, $4, $4)`,
            [webhook, roomId, people(n).id, at],
          );
          await database.query(
            `INSERT INTO connectors (id, name, organization_id, billing_entity_id, gateway_base_url,
               gateway_token_ciphertext, session_strategy, tool_profile, network_mode, created_by_id, created_at, updated_at)
             VALUES ($1, 'Gate', $2, $3, 'https://example.test', 'x', 'ROOM', 'READ_ONLY', 'PRIVATE', $4, $5, $5)`,
            [connector, id, billingEntityId, people(n).id, at],
          );
          return { key: key.key, webhook, connector };
        }),
      );
      expect(await readTraces(await open(0), people(1).id)).toMatchObject({
        seats: { rooms: 1, ownedAlone: 0 },
        keys: [{ name: "Key" }],
        webhooks: [{ id: made[1]?.webhook }],
        connectors: [{ id: made[1]?.connector }],
      });
      await remove(0, 1, endings);
      const works = (key = "") =>
        authenticateKey(key, "192.0.2.7").then(
          () => true,
          (error: { code: string }) => error.code,
        );
      expect(await works(made[0]?.key)).toBe(true);
      expect(await works(made[1]?.key)).toBe(endings.keys ? "revoked_api_key" : true);
      const states = await database.query<{ on: boolean }>(
        `SELECT is_active AS "on" FROM webhooks WHERE id = ANY($1) UNION ALL SELECT is_enabled FROM connectors WHERE id = ANY($2)`,
        [made.map(({ webhook }) => webhook), made.map(({ connector }) => connector)],
      );
      expect(states.filter(({ on }) => on)).toHaveLength(endings.webhooks ? 2 : 4);
    }
  });

  it("withdraws the invitations that they sent", async () => {
    const { people, open, remove } = await makeOrganization([40, 30]);
    const friend = await world.user();
    await invite(await open(1), { email: friend.email, role: 30 });
    expect(await listReceivedInvitations(friend.id)).toHaveLength(1);
    await remove(0, 1);
    const rows = await database.query("SELECT 1 FROM invitations WHERE invited_by_id = $1", [people(1).id]);
    expect(rows).toEqual([]);
  });
});

describe("leaving an organization", () => {
  it("is open to everyone but the last owner", async () => {
    const { people, open, room, id } = await makeOrganization([40, 10]);
    const roomId = await room(OWNER_AND_MEMBER);
    const name = `Organization ${id}`;
    await expect(leaveOrganization(await open(1), "Organization")).rejects.toMatchObject(
      reason("confirmation_mismatch"),
    );
    expect(await readOwnSeats(await open(1))).toEqual({ rooms: 1, ownedAlone: 0 });
    await leaveOrganization(await open(1), name);
    expect(await readSeats(roomId)).toEqual([[people(0).id, 40]]);
    await expect(openOrganization(people(1).id, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(leaveOrganization(await open(0), name)).rejects.toMatchObject(reason("last_owner"));
    expect(await readSeats(roomId)).toEqual([[people(0).id, 40]]);
  });
});
