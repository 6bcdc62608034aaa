import type { Browser, Page } from "@playwright/test";
import type { Manifest } from "../../../prisma/seed/manifest";
import { daysBefore, idAt } from "../../../prisma/seed/moment";
import { openAs as openInZone } from "../browser/task-pages";
import { makePerson, type Person } from "./people";
import { openDemoWorld } from "./world";

const MINUTES_A_DAY = 1_440;

/** A room of the organization acme with two people in it, of this test alone. */
export async function makeRoomScene(
  demo: Manifest,
  { locale = "en", benRole = 20, messages = 0 }: { locale?: "en" | "ja"; benRole?: number; messages?: number } = {},
) {
  const world = openDemoWorld(demo);
  const { query } = world;
  const [ann, ben] = [
    await makePerson(demo, { name: "Ann Archer", roleAtAcme: 20, locale }),
    await makePerson(demo, { name: "Ben Baker", roleAtAcme: 20, locale }),
  ];
  const organizationId = demo.organizations.acme.id;
  const billingEntityId = await world.findPayer(organizationId);
  const { id: roomId } = await world.room({ organizationId, billingEntityId, name: "Workshop" });
  await world.enter(roomId, ann.id, 40);
  await world.enter(roomId, ben.id, benRole);
  const daysAgo = Math.ceil((messages + 1) / MINUTES_A_DAY);
  const times = Array.from({ length: messages }, (_, n) => daysBefore(new Date(), daysAgo, n));
  await query(
    `INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at)
     SELECT m.id, $1, $2, 'Line ' || m.n, m.at, m.at FROM unnest($3::text[], $4::timestamptz[]) WITH ORDINALITY AS m(id, at, n)`,
    [roomId, ann.id, times.map((at) => idAt("msg", at)), times],
  );
  // Texts never come before indexed ones; the blocks around these have to be read again.
  await query(
    "UPDATE search_blocks SET words = NULL WHERE kind = 'msg' AND after < (SELECT substr(max(id), 5) FROM messages WHERE room_id = $1) AND last > (SELECT substr(min(id), 5) FROM messages WHERE room_id = $1)",
    [roomId],
  );
  return { roomId, path: `/rooms/${roomId}`, ann, ben, query };
}
export type RoomScene = Awaited<ReturnType<typeof makeRoomScene>>;

/** A second browser: another person beside the one of the test's page. */
export const openAs = (browser: Browser, person: Person, path: string): Promise<Page> =>
  openInZone(browser, person, path, { baseURL: process.env["SVC_TEST_BASE_URL"] ?? "", timezoneId: "UTC" });
