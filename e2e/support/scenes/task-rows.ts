import type { Manifest } from "../../../prisma/seed/manifest";
import { makePerson, type Person } from "./people";
import { openDemoWorld } from "./world";

/** A room of acme that no other test knows, without a board. */
export async function makeTaskRoom(demo: Manifest, name = "Task room") {
  const world = openDemoWorld(demo);
  const organizationId = demo.organizations.acme.id;
  const { id } = await world.room({ organizationId, billingEntityId: await world.findPayer(organizationId), name });
  return {
    id,
    path: `/rooms/${id}/tasks`,
    enter: (person: Person, role?: number) => world.enter(id, person.id, role),
    /** Assigned to a guest. */
    demote: (person: Person) =>
      world.query("UPDATE room_members SET role = 10 WHERE room_id = $1 AND user_id = $2", [id, person.id]),
  };
}
type TaskRoom = Awaited<ReturnType<typeof makeTaskRoom>>;

/** A person of acme who is a member of the room. */
export async function makeMate(
  demo: Manifest,
  room: TaskRoom,
  { role = 20, ...options }: { role?: number; name?: string; locale?: "en" | "ja" } = {},
): Promise<Person> {
  const person = await makePerson(demo, { roleAtAcme: 20, ...options });
  await room.enter(person, role);
  return person;
}

export const plantBoard = (demo: Manifest, roomId: string, name = "Launch", position = 0): Promise<string> =>
  openDemoWorld(demo).insert("boards", { room_id: roomId, name, position });

interface PlantedTask {
  title: string;
  description?: string | null;
  status?: "NOT_STARTED" | "IN_PROGRESS" | "COMPLETED";
  startDate?: string | null;
  dueDate?: string | null;
}

/** A task inserted as a row, without a creator. */
export const plantTask = (
  demo: Manifest,
  { roomId, boardId }: { roomId: string; boardId: string },
  { startDate, dueDate, ...task }: PlantedTask,
): Promise<string> =>
  openDemoWorld(demo).insert("tasks", {
    room_id: roomId,
    board_id: boardId,
    start_date: startDate,
    due_date: dueDate,
    ...task,
  });

interface StoredTask {
  title: string;
  description: string | null;
  status: string;
  start: Date | null;
  due: Date | null;
  version: number;
  /** Events of the task, in order. */
  events: string[];
}

export async function readStoredTask(demo: Manifest, taskId: string) {
  const [task] = await openDemoWorld(demo).query<StoredTask>(
    `SELECT title, description, status::text AS status, start_date AS start, due_date AS due, version,
       ARRAY(SELECT e.type FROM events e WHERE e.object_id = t.id ORDER BY e.created_at)::text[] AS events
     FROM tasks t WHERE id = $1`,
    [taskId],
  );
  if (!task) throw new Error(`There is no task ${taskId}.`);
  const { start, due, ...rest } = task;
  return { ...rest, startDate: start?.toISOString() ?? null, dueDate: due?.toISOString() ?? null };
}

/** Each screen of tasks with rows to show, and the person who may see them. */
export async function listTaskScreens(demo: Manifest, locale: "en" | "ja") {
  const [room, empty] = [await makeTaskRoom(demo), await makeTaskRoom(demo, "Empty room")];
  const person = await makeMate(demo, room, { locale });
  await empty.enter(person);
  const at = { roomId: room.id, boardId: await plantBoard(demo, room.id) };
  await plantBoard(demo, room.id, "x".repeat(100), 1);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const id = await plantTask(demo, at, {
    title: "y".repeat(200),
    description: "z".repeat(300),
    status: "IN_PROGRESS",
    startDate: day(-9),
    dueDate: day(-2),
  });
  await plantTask(demo, at, { title: "Done", status: "COMPLETED", startDate: day(-3), dueDate: day(2) });
  await plantTask(demo, at, { title: "Due", dueDate: day(0.01) });
  await plantTask(demo, at, { title: "Last year", startDate: day(-400), dueDate: day(-380) });
  await plantTask(demo, at, { title: "Some day" });
  const rests = ["", "?overdue=1&q=y", "?q=nothing-has-this", "?view=timeline", "?view=timeline&zoom=week"];
  const pages = ["/new", "?step=boards", `?board=${at.boardId}&step=board`, `/${id}`];
  return { person, paths: [...[...rests, ...pages].map((rest) => `${room.path}${rest}`), empty.path] };
}
