import { expect, test } from "vitest";
import {
  BEAT_MS,
  HERE_MAX_MS,
  LINGER_MS,
  NAMED_MAX,
  NOTIFIED_PER_SECOND_MAX,
  type PeopleHere,
  type PersonHere,
  TICK_MS,
  type Visitor,
  WRITING_MAX_MS,
} from "./presence";
import { collect, createPresence, enter, hide, type Presence, receive, setChoice, tick, write } from "./presence-rules";

const [ann, ben] = [
  { id: "usr_ann", name: "Ann" },
  { id: "usr_ben", name: "Ben" },
];
const ROOM = "room_a";
type Visiting = { at?: number; roomId?: string; isHidden?: boolean | null };

function makeWorld(processes = 1) {
  const all: Presence[] = Array.from({ length: processes }, (_, n) => createPresence(`p${n}`));
  let nowMs = 1_000_000;
  const killed = new Set<Presence>();
  const alive = () => all.filter((presence) => !killed.has(presence));
  const pass = (ms: number): void => {
    for (const end = nowMs + ms; nowMs < end; ) {
      nowMs += TICK_MS;
      for (const from of alive()) {
        tick(from, nowMs);
        for (const message of collect(from, nowMs)) for (const to of alive()) receive(to, message, nowMs);
      }
    }
  };
  const visit = (person: PersonHere, { at = 0, roomId = ROOM, isHidden = false }: Visiting = {}) => {
    const told: PeopleHere[] = [];
    const visitor: Visitor = { person, isHidden, tell: (people) => void told.push(people) };
    const leave = enter(all[at] as Presence, roomId, visitor);
    const choose = (read: boolean) => setChoice(all[at] as Presence, roomId, visitor, read);
    return { told, latest: () => told.at(-1), leave: () => leave(nowMs), choose };
  };
  const say = (person: PersonHere, { at = 0, isWriting = true, roomId = ROOM } = {}): boolean => {
    const message = write(all[at] as Presence, roomId, person, { isWriting, nowMs });
    if (message) for (const to of alive()) receive(to, message, nowMs);
    return message !== null;
  };
  return {
    all,
    pass,
    visit,
    say,
    now: () => nowMs,
    kill: (at: number) => void killed.add(all[at] as Presence),
    heal: () => all.push(createPresence(`p${all.length}`)),
  };
}
const namesOf = (told: PeopleHere | undefined) => told?.people.map(({ name }) => name);

test("shows people of one room to each other across processes, and to no other room", () => {
  const { visit, pass } = makeWorld(2);
  const [one, two, elsewhere] = [
    visit(ann),
    visit(ben, { at: 1 }),
    visit({ id: "usr_cy", name: "Cy" }, { roomId: "b" }),
  ];
  pass(2 * TICK_MS);
  expect([one, two].map(({ latest }) => namesOf(latest()))).toEqual([
    ["Ann", "Ben"],
    ["Ann", "Ben"],
  ]);
  expect(namesOf(elsewhere.latest())).toEqual(["Cy"]);
});

test("counts a person with several pages once until shortly after the last one closes", () => {
  const { visit, pass } = makeWorld(2);
  const watching = visit(ben, { at: 1 });
  const pages = [visit(ann), visit(ann), visit(ann, { at: 1 })];
  pass(2 * TICK_MS);
  expect(watching.latest()?.count).toBe(2);
  for (const page of pages.slice(1)) page.leave();
  pass(2 * LINGER_MS);
  expect(watching.latest()?.count).toBe(2);
  pages[0]?.leave();
  pass(LINGER_MS + 2 * TICK_MS);
  expect(namesOf(watching.latest())).toEqual(["Ben"]);
});

test("sends nothing when someone changes pages within the room", () => {
  const { visit, pass } = makeWorld(2);
  const watching = visit(ben, { at: 1 });
  const page = visit(ann);
  pass(3 * TICK_MS);
  const before = watching.told.length;
  page.leave();
  pass(LINGER_MS - 2 * TICK_MS);
  visit(ann);
  pass(2 * LINGER_MS);
  expect(watching.told).toHaveLength(before);
});

test("shows others to a hidden person and hides them from the moment of the choice", () => {
  const { all, visit, pass, now } = makeWorld(2);
  const [shy, watching] = [visit(ann, { isHidden: true }), visit(ben, { at: 1 })];
  pass(2 * TICK_MS);
  expect([namesOf(shy.latest()), namesOf(watching.latest())]).toEqual([["Ben"], ["Ben"]]);
  for (const presence of all) hide(presence, ann.id, false, now());
  pass(2 * TICK_MS);
  expect(namesOf(watching.latest())).toEqual(["Ann", "Ben"]);
  for (const presence of all) hide(presence, ann.id, true, now());
  pass(2 * TICK_MS);
  expect(namesOf(watching.latest())).toEqual(["Ben"]);
});

test("hides a person until their choice is read, and prefers a choice made meanwhile", () => {
  const { all, visit, pass, now } = makeWorld(2);
  const watching = visit(ben, { at: 1 });
  const [early, late, gone] = [
    visit(ann, { isHidden: null }),
    visit(ann, { isHidden: null }),
    visit(ann, { isHidden: null }),
  ];
  pass(2 * TICK_MS);
  expect(namesOf(watching.latest())).toEqual(["Ben"]);
  early.choose(false);
  pass(2 * TICK_MS);
  expect(namesOf(watching.latest())).toEqual(["Ann", "Ben"]);
  for (const presence of all) hide(presence, ann.id, true, now());
  gone.leave();
  for (const visitor of [late, gone]) visitor.choose(false);
  pass(2 * TICK_MS);
  expect(namesOf(watching.latest())).toEqual(["Ben"]);
});

test("removes a person at once who hides right after leaving", () => {
  const { all, visit, pass, now } = makeWorld(2);
  const [page, watching] = [visit(ann), visit(ben, { at: 1 })];
  pass(2 * TICK_MS);
  page.leave();
  for (const presence of all) hide(presence, ann.id, true, now());
  pass(2 * TICK_MS);
  expect(namesOf(watching.latest())).toEqual(["Ben"]);
});

test("shows writing until it expires or the message arrives", () => {
  const { visit, pass, say } = makeWorld(2);
  visit(ann);
  const watching = visit(ben, { at: 1 });
  pass(2 * TICK_MS);
  expect(say(ann)).toBe(true);
  pass(2 * TICK_MS);
  expect(watching.latest()?.writing).toEqual([ann]);
  pass(WRITING_MAX_MS + 2 * TICK_MS);
  expect(watching.latest()?.writing).toEqual([]);
  say(ann);
  pass(TICK_MS);
  expect(say(ann, { isWriting: false })).toBe(true);
  pass(2 * TICK_MS);
  expect(watching.latest()?.writing).toEqual([]);
  expect(say(ann, { isWriting: false })).toBe(false);
});

test("passes on one signal in three seconds from a browser that signals at each key", () => {
  const { pass, say } = makeWorld();
  let passed = 0;
  for (let n = 0; n < 30; n += 1) {
    for (let key = 0; key < 10; key += 1) passed += say(ann) ? 1 : 0;
    pass(TICK_MS);
  }
  expect(passed).toBe(10);
});

test("limits signals of someone who writes and stops again and again", () => {
  const { pass, say } = makeWorld(2);
  let passed = 0;
  for (let n = 0; n < 30; n += 1) {
    for (let turn = 0; turn < 10; turn += 1) {
      passed += say(ann, { at: turn % 2 }) ? 1 : 0;
      passed += say(ann, { at: turn % 2, isWriting: false }) ? 1 : 0;
    }
    pass(TICK_MS);
  }
  expect(passed).toBe(20);
});

test("hides the writing of someone who hides, also without a stream", () => {
  const { all, visit, pass, say, now } = makeWorld(2);
  const watching = visit(ben, { at: 1 });
  say(ann);
  pass(2 * TICK_MS);
  expect(watching.latest()?.writing).toEqual([ann]);
  for (const presence of all) hide(presence, ann.id, true, now());
  pass(2 * TICK_MS);
  expect(watching.latest()?.writing).toEqual([]);
});

test("removes people of a killed process after two missed beats", () => {
  const { visit, pass, kill } = makeWorld(2);
  const watching = visit(ben);
  visit(ann, { at: 1 });
  pass(BEAT_MS * 3);
  expect(watching.latest()?.count).toBe(2);
  kill(1);
  pass(HERE_MAX_MS + 2 * TICK_MS);
  expect(namesOf(watching.latest())).toEqual(["Ben"]);
});

test("asks on start and learns at once who is there", () => {
  const { all, visit, pass, heal, now } = makeWorld();
  visit(ann);
  pass(3 * TICK_MS);
  heal();
  const later = visit(ben, { at: 1 });
  receive(all[0] as Presence, { kind: "asked", process: "p1" }, now());
  pass(2 * TICK_MS);
  expect(namesOf(later.latest())).toEqual(["Ann", "Ben"]);
});

test("forgets a room that everyone left", () => {
  const { all, visit, pass, say } = makeWorld(2);
  const page = visit(ann);
  pass(2 * TICK_MS);
  say(ann);
  page.leave();
  pass(LINGER_MS + WRITING_MAX_MS + 2 * TICK_MS);
  expect(all.map(({ rooms }) => rooms.size)).toEqual([0, 0]);
});

test("notifies each of five hundred pages every five seconds, with at most fifty names", () => {
  const { visit, pass, say } = makeWorld();
  const people = Array.from({ length: 500 }, (_, n) => ({ id: `usr_${n}`, name: `Person ${n}` }));
  const pages = people.map((person) => visit(person));
  const seconds = 30;
  const told = () => pages.reduce((sum, page) => sum + page.told.length, 0);
  const before = told();
  for (let second = 0; second < seconds; second += 1) {
    for (const person of people) say(person);
    pass(1_000);
  }
  // Unlimited, each signal would go to everyone: 500 × 500 messages in three seconds.
  expect(told() - before).toBeLessThanOrEqual(seconds * NOTIFIED_PER_SECOND_MAX + pages.length);
  expect(told() - before).toBeGreaterThan(0);
  const latest = pages[0]?.latest();
  expect([latest?.count, latest?.people.length]).toEqual([500, NAMED_MAX]);
  expect(JSON.stringify(latest).length).toBeLessThan(4_000);
});
