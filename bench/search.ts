import { closeDatabase } from "../lib/db/pool";
import { now } from "../lib/platform/clock";
import { newIdAt } from "../lib/platform/ids";
import { findTexts } from "../lib/rooms/search/find-texts";
import { indexTexts } from "../lib/rooms/search/index-texts";
import { readTextSearch } from "../lib/rooms/search/search-terms";
import { createRandom, quantile } from "./scale/random";
import { numbered, openWebhookWorld } from "./webhook-world";

/** `npm run bench:search`: searches of a person in all rooms of an organization, and what the index of words takes. */
const MESSAGES = Number(process.env["BENCH_MESSAGES"] ?? 1_000_000);
const ROOMS = Number(process.env["BENCH_ROOMS"] ?? 100);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 40);
const WARM_UP = 8;
const BATCH = 10_000;
const PERSON = { userId: "usr_1", entityId: null };
const YEAR_MS = 365 * 86_400_000;

const random = createRandom(1);
const drawOf = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? "";
const SYLLABLES = [..."bcdfghjklmnprstvwz"].flatMap((first) => [..."aeiou"].map((second) => first + second));
const NOUNS = [
  "予算",
  "会議",
  "議事録",
  "資料",
  "契約",
  "売上",
  "採用",
  "設計",
  "障害",
  "報告",
  "顧客",
  "計画",
  "品質",
];
const WORDS = Array.from({ length: 20_000 }, () => [1, 2, 3].map(() => drawOf(SYLLABLES)).join(""));
/** The first word is in a third of the messages, and half of the words in one of 5,000. */
const drawWord = () => WORDS[Math.floor(WORDS.length * random() ** 3)] ?? "";
const drawSentence = () =>
  random() < 0.1
    ? `${drawOf(NOUNS)}の${drawOf(NOUNS)}について、${drawOf(NOUNS)}を確認しました。`
    : Array.from({ length: 10 }, drawWord).join(" ");

const MARKS: readonly [word: string, isIn: (n: number) => boolean][] = [
  ["needle", (n) => n % 50_000 === 7],
  ["四半期決算", (n) => n % 50_000 === 8],
  ["bygone", (n) => n % 20 === 0 && n < MESSAGES / 2],
  ["north", (n) => n % 40 === 1],
  ["south", (n) => n % 40 === 2],
  ["https://example.test/", (n) => n % 10_000 === 3],
];
const writeBody = (n: number) => [drawSentence(), ...MARKS.flatMap(([word, isIn]) => (isIn(n) ? word : []))].join(" ");

const [first = "", second = ""] = WORDS;
const SEARCHES: readonly [name: string, text: string][] = [
  ["a rare word", "needle"],
  ["a word that is nowhere", "nowheretobefound"],
  ["a common word", first],
  ["a common beginning", first.slice(0, 2)],
  ["a word in a twentieth of the older half alone", "bygone"],
  ["two common words", `${first} ${second}`],
  ["two words that never meet", "north south"],
  ["Japanese, rare", "四半期決算"],
  ["Japanese, common", "予算"],
  ["a common word, `in:`", `${first} in:"Room 7"`],
  ["a common word, `from:` one in a hundred", `${first} from:ann`],
  ["a common word, `has:link`", `${first} has:link`],
];

const { cluster, client } = await openWebhookWorld();

async function fillRooms(): Promise<void> {
  const room = `'room_0' || lpad(n::text, 25, '0')`;
  for (const text of [
    `INSERT INTO billing_entities (id, kind, created_at) VALUES ('bil_1', 'ORGANIZATION', now()), ('bil_2', 'INDIVIDUAL', now())`,
    `INSERT INTO organizations (id, name, billing_entity_id, created_at) VALUES ('org_1', 'Org', 'bil_1', now())`,
    `INSERT INTO users (id, email, name, billing_entity_id, created_at) VALUES ('usr_1', 'ann@example.test', 'Ann', 'bil_2', now())`,
    `INSERT INTO organization_memberships (id, organization_id, user_id, role, created_at) VALUES ('mem_1', 'org_1', 'usr_1', 20, now())`,
    `INSERT INTO rooms (id, name, organization_id, billing_entity_id, created_at, updated_at)
     SELECT ${room}, 'Room ' || n, 'org_1', 'bil_1', now(), now() FROM generate_series(1, ${ROOMS}) n`,
    `INSERT INTO room_members (id, room_id, user_id, role, created_at)
     SELECT 'mem_r' || n, ${room}, 'usr_1', 20, now() FROM generate_series(1, ${ROOMS}) n`,
  ])
    await client.query(text);
}

/** Half of the messages are in the first room. */
async function fillMessages(): Promise<void> {
  const beginMs = now().getTime() - YEAR_MS;
  for (let from = 0; from < MESSAGES; from += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, k) => from + k);
    await client.query(
      `INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at)
       SELECT id, room, CASE WHEN hashtext(id) % 100 = 0 THEN 'usr_1' END, body, now(), now()
       FROM unnest($1::text[], $2::text[], $3::text[]) AS m(id, room, body)`,
      [
        numbers.map((n) => newIdAt("msg", new Date(beginMs + (n * 0.99 * YEAR_MS) / MESSAGES))),
        numbers.map(() => numbered("room", random() < 0.5 ? 1 : Math.ceil(random() * ROOMS))),
        numbers.map(writeBody),
      ],
    );
  }
}

async function measureSearches(): Promise<void> {
  const rooms = Array.from({ length: ROOMS }, (_, n) => ({ id: numbered("room", n + 1), name: `Room ${n + 1}` }));
  console.log("\n| search | found on the page | p50 | p95 |\n|---|---|---|---|");
  for (const [name, text] of SEARCHES) {
    const took: number[] = [];
    let found = 0;
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const startedMs = performance.now();
      const { hits } = await findTexts(PERSON, rooms, readTextSearch(text, PERSON.userId), { before: "", limit: 50 });
      took.push(performance.now() - startedMs);
      found = hits.length;
    }
    const [p50, p95] = [0.5, 0.95].map((share) => `${quantile(took.slice(WARM_UP), share).toFixed(0)} ms`);
    console.log(`| ${name} | ${found} | ${p50} | ${p95} |`);
  }
}

try {
  await fillRooms();
  await fillMessages();
  const startedMs = performance.now();
  while (!(await indexTexts()));
  const seconds = (performance.now() - startedMs) / 1000;
  await client.query("VACUUM ANALYZE");
  const { rows } = await client.query<{ words: string; messages: string }>(
    `SELECT pg_size_pretty(pg_total_relation_size('search_blocks')) AS words,
       pg_size_pretty(pg_total_relation_size('messages')) AS messages`,
  );
  const size = `${rows[0]?.messages} of messages have ${rows[0]?.words} of words`;
  console.log(
    `${MESSAGES.toLocaleString("en")} messages in ${ROOMS} rooms, indexed in ${seconds.toFixed(0)} s; ${size}`,
  );
  await measureSearches();
} finally {
  await closeDatabase();
  await client.end();
  await cluster.stop();
}
process.exit();
