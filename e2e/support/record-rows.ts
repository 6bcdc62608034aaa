import { newId } from "../../lib/platform/ids";
import type { Manifest } from "../../prisma/seed/manifest";
import { makePerson, type Person } from "./people";
import { runSql } from "./run-sql";
import { createWorld, type World } from "./world";

export interface RecordScene {
  world: World;
  roomId: string;
  /** Writes the records. */
  creator: Person;
  /** Decides about them. */
  manager: Person;
  guest: Person;
  plantRecord: (options: {
    title: string;
    content?: string;
    status?: string;
    origin?: "MANUAL" | "TRANSCRIPT";
    daysAgo?: number;
    createdBy?: Person;
  }) => Promise<string>;
  plantComment: (recordId: string, author: Person, body: string) => Promise<string>;
  /** This person has read the comments up to this one. */
  plantPlace: (recordId: string, person: Person, commentId: string) => Promise<void>;
  /** This person has been told of the comment. */
  plantMention: (recordId: string, person: Person, commentId: string) => Promise<void>;
}

/** Every construct of Markdown that a text can hold. */
const RICH_TEXT = `# Weekly

We met on *Tuesday*, see [the agenda](https://example.com/agenda).

### Decisions

1. Ship **v2**
2. Ask Finance ~~today~~ tomorrow

- [x] write the minutes
- [ ] send them

| Who | What | When |
| --- | :-: | --: |
| Aiko | Plan | Monday |
| Ben | A review of everything that was said in the last three meetings | Tuesday |

> Said by someone

\`\`\`ts
const answer = 42;
\`\`\`

![chart](https://example.com/chart.png) <script>alert(1)</script>
`;

/** A room at acme for one test, with a member, a manager and a guest. */
export async function makeRecordScene(demo: Manifest, locale: "en" | "ja" = "en"): Promise<RecordScene> {
  const query = <Row>(text: string, values?: readonly unknown[]) => runSql<Row>(demo.databaseUrl, text, values);
  const world = createWorld({ url: demo.databaseUrl, query });
  const { acme } = demo.organizations;
  const [owner] = await query<{ billingEntityId: string }>(
    `SELECT billing_entity_id AS "billingEntityId" FROM organizations WHERE id = $1`,
    [acme.id],
  );
  const room = await world.room({
    organizationId: acme.id,
    billingEntityId: owner?.billingEntityId ?? "",
    name: locale === "ja" ? "議事録の部屋" : "Minutes",
  });
  const seat = async (name: string, role: number) => {
    const person = await makePerson(demo, { name, locale, roleAtAcme: 20 });
    await world.enter(room.id, person.id, role);
    return person;
  };
  const [creator, manager, guest] = [
    await seat("Cora Writer", 20),
    await seat("Max Manager", 30),
    await seat("Gil Guest", 10),
  ];
  return {
    world,
    roomId: room.id,
    creator,
    manager,
    guest,
    async plantRecord({ title, content = "", status = "DRAFT", origin = "MANUAL", daysAgo = 0, createdBy = creator }) {
      const at = new Date(Date.now() - daysAgo * 86_400_000);
      const id = newId("rec");
      await query(
        `INSERT INTO records (id, room_id, title, content, status, origin, created_by_id, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5::record_status, $6::record_origin, $7, $8, $8)`,
        [id, room.id, title, content, status, origin, createdBy.id, at],
      );
      return id;
    },
    async plantComment(recordId, author, body) {
      const id = newId("cmt");
      await query(
        `INSERT INTO record_comments (id, record_id, room_id, author_id, body, draft_key, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, convert_to($1, 'UTF8'), now(), now())`,
        [id, recordId, room.id, author.id, body],
      );
      return id;
    },
    async plantPlace(recordId, person, commentId) {
      await query(
        "INSERT INTO comment_places (record_id, user_id, room_id, comment_id, read_at) VALUES ($1, $2, $3, $4, now())",
        [recordId, person.id, room.id, commentId],
      );
    },
    async plantMention(recordId, person, commentId) {
      await query(
        `INSERT INTO comment_mentions (comment_id, user_id, room_id, name, created_at, told_at)
         SELECT $1, id, $3, name, now(), now() FROM users WHERE id = $2`,
        [commentId, person.id, room.id],
      );
      // Under the key of the comment: the service tells of it once.
      await query(
        `INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at, spread_at)
         SELECT 'message.mentioned:' || $1 || ':' || $2, 'message.mentioned', 'seat:' || $3 || ':' || $2, $1,
           jsonb_build_object('by', 'Max Manager', 'roomId', $3::text, 'room', 'Minutes', 'recordId', $4::text), now(), now()`,
        [commentId, person.id, room.id, recordId],
      );
    },
  };
}

/** Each screen of records with rows to show, for a person with the most rights. */
export async function listRecordScreens(
  demo: Manifest,
  locale: "en" | "ja",
): Promise<{ manager: Person; paths: string[] }> {
  const { roomId, manager, creator, plantRecord, plantComment } = await makeRecordScene(demo, locale);
  const run = (text: string, values: readonly unknown[]) => runSql(demo.databaseUrl, text, values);
  const own = await plantRecord({ title: "Weekly", content: RICH_TEXT, createdBy: manager });
  const pending = await plantRecord({
    title: "予算",
    content: RICH_TEXT,
    status: "PENDING_APPROVAL",
    origin: "TRANSCRIPT",
  });
  for (const status of ["APPROVED", "REJECTED", "LOCKED", "ARCHIVED"]) await plantRecord({ title: status, status });
  await run("UPDATE records SET version = 2 WHERE id = $1", [own]);
  await run(
    "INSERT INTO record_versions (record_id, version, title, content, saved_at) VALUES ($1, 1, 'Weekl', $2, now())",
    [own, RICH_TEXT.replace("Tuesday", "Monday")],
  );
  await run(
    `INSERT INTO approvals (id, record_id, requested_by_id, comment, status, decided_by_id, decided_at, decision_comment, created_at)
     VALUES ($1, $2, $3, 'Please look', 'REJECTED', $4, now(), 'Numbers are missing', now()),
            ($5, $2, $3, NULL, 'REQUESTED', NULL, NULL, NULL, now())`,
    [newId("apr"), pending, creator.id, manager.id, newId("apr")],
  );
  const comment = await plantComment(own, manager, `See https://example.com/${"long".repeat(40)}\nand @Max Manager`);
  await plantComment(own, creator, "予算の数字は来週に確定します。".repeat(8));
  const path = `/rooms/${roomId}/records`;
  const ofComment = ["edit", "delete"].map((act) => `${path}/${own}?comment=${comment}&${act}=${comment}`);
  const ofOwn = ["", "/edit", "/versions", "/versions/1", "/versions/2", "/delete"].map(
    (rest) => `${path}/${own}${rest}`,
  );
  return {
    manager,
    paths: [
      path,
      `${path}?q=zzz`,
      `${path}/new`,
      ...ofOwn,
      ...ofComment,
      `${path}/${pending}`,
      `${path}/${pending}?done=locked`,
    ],
  };
}
