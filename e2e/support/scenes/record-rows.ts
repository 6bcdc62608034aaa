import { newId } from "../../../lib/platform/ids";
import type { Manifest } from "../../../prisma/seed/manifest";
import { makePerson, type Person } from "./people";
import { openDemoWorld } from "./world";

interface PlantedRecord {
  title: string;
  content?: string;
  status?: string;
  origin?: "MANUAL" | "TRANSCRIPT";
  daysAgo?: number;
  createdBy?: Person;
}

/** Every construct of Markdown that the server formats. */
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

<script>alert(1)</script>
`;

/** The browser formats a text with a picture, and the server one without. */
const PICTURE = "![chart](https://example.com/chart.png)";

/** A room at acme for one test. The creator writes its records, the manager decides about them. */
export async function makeRecordScene(demo: Manifest, locale: "en" | "ja" = "en") {
  const world = openDemoWorld(demo);
  const organizationId = demo.organizations.acme.id;
  const name = locale === "ja" ? "議事録の部屋" : "Minutes";
  const room = await world.room({ organizationId, billingEntityId: await world.findPayer(organizationId), name });
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
    plantRecord: ({ daysAgo = 0, createdBy = creator, ...record }: PlantedRecord) => {
      const at = new Date(Date.now() - daysAgo * 86_400_000);
      const row = { room_id: room.id, created_by_id: createdBy.id, created_at: at, updated_at: at, ...record };
      return world.insert("records", row);
    },
    plantComment: (recordId: string, author: Person, body: string) => {
      const id = newId("cmt");
      const place = { record_id: recordId, room_id: room.id, author_id: author.id };
      return world.insert("record_comments", { id, ...place, body, draft_key: Buffer.from(id) });
    },
    plantPlace: (recordId: string, { id }: Person, commentId: string) =>
      world.insert("comment_places", { record_id: recordId, user_id: id, room_id: room.id, comment_id: commentId }),
    plantMention: async (recordId: string, person: Person, commentId: string): Promise<void> => {
      await world.query(
        `INSERT INTO comment_mentions (comment_id, user_id, room_id, name, created_at, told_at)
         SELECT $1, id, $3, name, now(), now() FROM users WHERE id = $2`,
        [commentId, person.id, room.id],
      );
      await world.query(
        `INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at, spread_at)
         SELECT 'message.mentioned:' || $1 || ':' || $2, 'message.mentioned', 'seat:' || $3 || ':' || $2, $1,
           jsonb_build_object('by', 'Max Manager', 'roomId', $3::text, 'room', 'Minutes', 'recordId', $4::text), now(), now()`,
        [commentId, person.id, room.id, recordId],
      );
    },
  };
}

export type RecordScene = Awaited<ReturnType<typeof makeRecordScene>>;

/** Each screen of records with rows to show, for a person with the most rights. */
export async function listRecordScreens(demo: Manifest, locale: "en" | "ja") {
  const { world, roomId, manager, creator, plantRecord, plantComment } = await makeRecordScene(demo, locale);
  const own = await plantRecord({ title: "Weekly", content: RICH_TEXT, createdBy: manager });
  const pending = await plantRecord({
    title: "予算",
    content: RICH_TEXT + PICTURE,
    status: "PENDING_APPROVAL",
    origin: "TRANSCRIPT",
  });
  for (const status of ["APPROVED", "REJECTED", "LOCKED", "ARCHIVED"]) await plantRecord({ title: status, status });
  await world.query("UPDATE records SET version = 2 WHERE id = $1", [own]);
  await world.insert("record_versions", {
    record_id: own,
    title: "Weekl",
    content: RICH_TEXT.replace("Tuesday", "Monday"),
  });
  await world.insert("approvals", {
    record_id: pending,
    requested_by_id: creator.id,
    comment: "Please look",
    status: "REJECTED",
    decided_by_id: manager.id,
    decided_at: new Date(),
    decision_comment: "Numbers are missing",
  });
  await world.insert("approvals", { record_id: pending, status: "REQUESTED" });
  const comment = await plantComment(own, manager, `See https://example.com/${"long".repeat(40)}\nand @Max Manager`);
  await plantComment(own, creator, "予算の数字は来週に確定します。".repeat(8));
  const path = `/rooms/${roomId}/records`;
  const ofComment = ["edit", "delete"].map((act) => `${path}/${own}?comment=${comment}&${act}=${comment}`);
  const ofOwn = ["", "/edit", "/versions", "/versions/1", "/versions/2", "?step=delete"].map(
    (rest) => `${path}/${own}${rest}`,
  );
  return {
    person: manager,
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
