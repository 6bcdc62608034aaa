import { GUEST_ROLE, MEMBER_ROLE, OWNER_ROLE } from "../../lib/access/roles";
import { seedMessages, seedRecords, seedTasks } from "./history";
import type { Manifest } from "./manifest";
import { daysBefore, idAt } from "./moment";
import type { People, Tx } from "./people";

const NORMAL = 0;
const DIRECT = 1;

export type Places = Pick<Manifest, "rooms" | "boards" | "messages" | "tasks" | "records">;

export async function seedRooms(tx: Tx, at: Date, people: People): Promise<Places> {
  const { owner, member, guest, outsider } = people.users;
  const ofAcme = { organizationId: people.organizations.acme.id, billingEntityId: people.billing.acme };
  const ofGlobex = { organizationId: people.organizations.globex.id, billingEntityId: people.billing.globex };
  const ofOwner = { organizationId: null, billingEntityId: people.billing.owner };
  const enter = (id: string, role: number) => ({ id, role });

  const general = await createRoom(tx, daysBefore(at, 80), { name: "General", ...ofAcme }, [
    enter(owner.id, OWNER_ROLE),
    enter(member.id, MEMBER_ROLE),
    enter(guest.id, GUEST_ROLE),
  ]);
  const noBoard = await createRoom(tx, daysBefore(at, 30), { name: "Ideas", ...ofAcme }, [
    enter(owner.id, OWNER_ROLE),
    enter(member.id, MEMBER_ROLE),
  ]);
  const dm = await createRoom(tx, daysBefore(at, 28), { name: "Aiko, Ben", roomType: DIRECT, ...ofAcme }, [
    enter(owner.id, OWNER_ROLE),
    enter(member.id, OWNER_ROLE),
  ]);
  const foreign = await createRoom(tx, daysBefore(at, 58), { name: "Reactor", ...ofGlobex }, [
    enter(outsider.id, OWNER_ROLE),
  ]);
  const personal = await createRoom(tx, daysBefore(at, 20), { name: "Aiko's notes", ...ofOwner }, [
    enter(owner.id, OWNER_ROLE),
  ]);

  const board = await createBoard(tx, general, "Autumn launch", daysBefore(at, 79));
  await createBoard(tx, general, "Later", daysBefore(at, 50), 1);
  const foreignBoard = await createBoard(tx, foreign, "Maintenance", daysBefore(at, 57));
  await createBoard(tx, personal, "Someday", daysBefore(at, 19));

  const messages = await seedMessages(tx, at, people, { general, noBoard, dm, foreign, personal });
  const tasks = await seedTasks(tx, at, people, { general, board, foreign, foreignBoard });
  const records = await seedRecords(tx, at, people, { general, foreign });
  const named = (id: string) => ({ id });
  return {
    rooms: {
      general: named(general),
      noBoard: named(noBoard),
      dm: named(dm),
      foreign: named(foreign),
      personal: named(personal),
    },
    boards: { general: named(board) },
    messages,
    tasks,
    records,
  };
}

interface RoomFacts {
  name: string;
  roomType?: number;
  organizationId: string | null;
  billingEntityId: string;
}

async function createRoom(
  tx: Tx,
  createdAt: Date,
  facts: RoomFacts,
  members: { id: string; role: number }[],
): Promise<string> {
  const id = idAt("room", createdAt);
  const createdById = members[0]?.id ?? null;
  await tx.room.create({ data: { id, roomType: NORMAL, ...facts, createdById, createdAt, updatedAt: createdAt } });
  const joined = members.map((member, minute) => ({ ...member, createdAt: daysBefore(createdAt, 0, minute) }));
  await tx.roomMember.createMany({
    data: joined.map((member) => ({
      id: idAt("mem", member.createdAt),
      roomId: id,
      userId: member.id,
      role: member.role,
      createdAt: member.createdAt,
    })),
  });
  return id;
}

async function createBoard(tx: Tx, roomId: string, name: string, createdAt: Date, position = 0): Promise<string> {
  const id = idAt("brd", createdAt);
  await tx.board.create({ data: { id, roomId, name, position, createdAt } });
  return id;
}
