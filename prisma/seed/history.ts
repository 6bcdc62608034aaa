import type { Manifest } from "./manifest";
import { daysBefore, idAt } from "./moment";
import type { People, Tx } from "./people";

type RoomName = keyof Manifest["rooms"];
type Author = "owner" | "member" | "guest" | "outsider";
type Status = "NOT_STARTED" | "IN_PROGRESS" | "COMPLETED";

/** Room, days ago, author, text; `re` counts lines of the same room from its start. */
const MESSAGES: readonly [room: RoomName, daysAgo: number, author: Author, body: string, re?: number][] = [
  ["general", 14, "owner", "Welcome to General. The autumn launch is planned here; minutes go into the records."],
  ["general", 13, "member", "Thanks! I split the landing page into three tasks on the board."],
  ["general", 12, "guest", "Happy to review copy. Is there a draft I can read?"],
  ["general", 12, "member", "Yes, see the record “Launch plan”. Comments welcome until Thursday.", 2],
  ["general", 9, "owner", "来週のキックオフは火曜の10時からにします。議事録は私が取ります。"],
  ["general", 8, "member", "了解です。デモ環境の準備を進めておきます。", 4],
  ["general", 6, "guest", "Two typos on the pricing page, otherwise it reads well. Left them as a task."],
  ["general", 4, "owner", "Decision from today: we ship the importer first and the editor a week later."],
  ["general", 3, "member", "Importer is feature complete. Known gap: CSV files above 50 MB are refused."],
  ["general", 2, "owner", "That is fine for the launch. Please put it into the release notes."],
  ["general", 1, "member", "Done. The notes are ready for approval."],
  ["noBoard", 10, "owner", "A place for half-baked ideas. No board on purpose."],
  ["noBoard", 5, "member", "What if the weekly summary wrote itself?"],
  ["dm", 7, "owner", "Could you take the on-call shift on Friday?"],
  ["dm", 7, "member", "Sure."],
  ["foreign", 11, "outsider", "Coolant pump 2 is back in service."],
  ["personal", 3, "owner", "Book flights for the conference."],
];

/** Author, status, title, description, due in days. The first is the open one of the manifest. */
const TASKS: readonly [
  author: Author,
  status: Status,
  title: string,
  description: string | null,
  dueInDays: number | null,
][] = [
  [
    "owner",
    "NOT_STARTED",
    "Write the release notes",
    "Importer first, editor a week later. Mention the 50 MB limit.",
    5,
  ],
  ["member", "IN_PROGRESS", "Landing page: hero and pricing", "Copy is approved; images are missing.", 3],
  ["member", "COMPLETED", "Import CSV files up to 50 MB", null, -2],
  ["guest", "NOT_STARTED", "Fix two typos on the pricing page", "“recieve”, “seperate”", null],
  ["owner", "IN_PROGRESS", "キックオフ資料を準備する", "議題、担当、日程の3枚。", 2],
];

/** Name in the manifest, author, days ago, status, origin, title, content. */
const RECORDS = [
  [
    "draft",
    "owner",
    12,
    "DRAFT",
    "MANUAL",
    "Launch plan",
    "# Launch plan\n\n1. Importer\n2. Editor, one week later\n3. Review after a month\n",
  ],
  [
    "locked",
    "owner",
    11,
    "LOCKED",
    "MANUAL",
    "Pricing decision",
    "# Pricing decision\n\nOne plan, billed per seat. Decided unanimously; not to be changed.\n",
  ],
  ["archived", "owner", 70, "ARCHIVED", "MANUAL", "Kickoff, last year", "# Kickoff\n\nKept for reference.\n"],
  [
    "transcript",
    "owner",
    8,
    "DRAFT",
    "TRANSCRIPT",
    "Customer call, Initech",
    "**Aiko:** What slows you down most today?\n\n**Customer:** Copying minutes into our tracker by hand.\n",
  ],
  [
    "approved",
    "member",
    9,
    "APPROVED",
    "MANUAL",
    "キックオフ議事録",
    "# キックオフ議事録\n\n- 日時: 火曜 10:00\n- 決定: インポーターを先にリリースする\n- 次回: 2週間後\n",
  ],
  [
    "pending",
    "member",
    1,
    "PENDING_APPROVAL",
    "MANUAL",
    "Release notes",
    "# Release notes\n\nNew: import from CSV, up to 50 MB a file.\n",
  ],
] as const;

const COMMENTS: readonly [daysAgo: number, author: Author, body: string][] = [
  [11, "member", "Is a month enough for the review? Most customers import at the end of a quarter."],
  [11, "owner", "Good point. Then six weeks after the editor; I will put it into the plan."],
  [4, "member", "The importer comes first since today, so step 2 moves as well."],
];

export async function seedMessages(
  tx: Tx,
  at: Date,
  { users }: People,
  rooms: { readonly [R in RoomName]: string },
): Promise<Manifest["messages"]> {
  const rows: {
    id: string;
    roomId: string;
    authorId: string;
    body: string;
    replyToMessageId: string | null;
    createdAt: Date;
    updatedAt: Date;
  }[] = [];
  for (const [minute, [room, daysAgo, author, body, re]] of MESSAGES.entries()) {
    const createdAt = daysBefore(at, daysAgo, minute);
    const earlier = rows.filter(({ roomId }) => roomId === rooms[room]);
    const replyToMessageId = re === undefined ? null : (earlier[re]?.id ?? null);
    rows.push({
      id: idAt("msg", createdAt),
      roomId: rooms[room],
      authorId: users[author].id,
      body,
      replyToMessageId,
      createdAt,
      updatedAt: createdAt,
    });
  }
  await tx.message.createMany({ data: rows });
  return { first: { id: rows[0]?.id ?? "" } };
}

export async function seedTasks(
  tx: Tx,
  at: Date,
  { users }: People,
  { general, board, foreign, foreignBoard }: { general: string; board: string; foreign: string; foreignBoard: string },
): Promise<Manifest["tasks"]> {
  const rows = TASKS.map(([author, status, title, description, dueInDays], index) => {
    const createdAt = daysBefore(at, 10 - index);
    const startDate = status === "NOT_STARTED" ? null : createdAt;
    const dueDate = dueInDays === null ? null : daysBefore(at, -dueInDays);
    const assigneeId = status === "NOT_STARTED" ? null : users[author].id;
    const facts = {
      title,
      description,
      status,
      startDate,
      dueDate,
      assigneeId,
      version: status === "NOT_STARTED" ? 1 : 2,
    };
    return {
      id: idAt("task", createdAt),
      roomId: general,
      boardId: board,
      ...facts,
      createdById: users[author].id,
      createdAt,
      updatedAt: createdAt,
    };
  });
  const createdAt = daysBefore(at, 9, 30);
  const theirs = { title: "Replace valve 7", createdById: users.outsider.id, createdAt, updatedAt: createdAt };
  await tx.task.createMany({ data: rows });
  await tx.task.create({ data: { id: idAt("task", createdAt), roomId: foreign, boardId: foreignBoard, ...theirs } });
  return { open: { id: rows[0]?.id ?? "" } };
}

export async function seedRecords(
  tx: Tx,
  at: Date,
  { users }: People,
  { general, foreign }: { general: string; foreign: string },
): Promise<Manifest["records"]> {
  const ids = { draft: "", locked: "", archived: "", transcript: "", approved: "", pending: "" };
  for (const [name, author, daysAgo, status, origin, title, content] of RECORDS) {
    const createdAt = daysBefore(at, daysAgo, 45);
    ids[name] = idAt("rec", createdAt);
    const createdById = users[author].id;
    const facts = { title, content, status, origin, createdById, createdAt, updatedAt: createdAt };
    await tx.record.create({ data: { id: ids[name], roomId: general, ...facts } });
  }
  await createApproval(
    tx,
    { recordId: ids.approved, requestedById: users.member.id, decidedById: users.owner.id },
    daysBefore(at, 8),
  );
  for (const [minute, [daysAgo, author, body]] of COMMENTS.entries()) {
    const createdAt = daysBefore(at, daysAgo, minute);
    const id = idAt("cmt", createdAt);
    const place = { recordId: ids.draft, roomId: general, authorId: users[author].id };
    await tx.recordComment.create({
      data: { id, ...place, body, draftKey: Buffer.from(id), createdAt, updatedAt: createdAt },
    });
  }
  await createApproval(tx, { recordId: ids.pending, requestedById: users.member.id }, daysBefore(at, 1, 50));
  const createdAt = daysBefore(at, 9);
  const theirs = {
    title: "Shift report",
    content: "Nothing unusual.\n",
    createdById: users.outsider.id,
    createdAt,
    updatedAt: createdAt,
  };
  await tx.record.create({ data: { id: idAt("rec", createdAt), roomId: foreign, ...theirs } });
  const { draft, locked, archived, transcript } = ids;
  return { draft: { id: draft }, locked: { id: locked }, archived: { id: archived }, transcript: { id: transcript } };
}

async function createApproval(
  tx: Tx,
  { decidedById, ...facts }: { recordId: string; requestedById: string; decidedById?: string },
  createdAt: Date,
): Promise<void> {
  const decision =
    decidedById === undefined
      ? {}
      : { status: "APPROVED" as const, decidedById, decidedAt: daysBefore(createdAt, 0, 90) };
  await tx.approval.create({ data: { id: idAt("apr", createdAt), ...facts, ...decision, createdAt } });
}
