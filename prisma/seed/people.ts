import { randomInt } from "node:crypto";
import { GUEST_ROLE, MEMBER_ROLE, OWNER_ROLE } from "../../lib/access/roles";
import { hashPassword } from "../../lib/accounts/sign-in/password";
import type { Models } from "../../lib/db/prisma";
import { daysBefore, idAt } from "./moment";

export type Tx = Models;

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

export interface People {
  readonly users: { readonly [P in keyof typeof PEOPLE]: Person };
  readonly organizations: { readonly acme: { readonly id: string }; readonly globex: { readonly id: string } };
  readonly billing: { readonly acme: string; readonly globex: string; readonly owner: string };
}

const PEOPLE = {
  owner: { email: "aiko@acme.example", name: "Aiko Tanaka", locale: "en", isAdmin: false },
  member: { email: "ben@acme.example", name: "Ben Carter", locale: "en", isAdmin: false },
  guest: { email: "chloe@acme.example", name: "Chloé Martin", locale: "en", isAdmin: false },
  outsider: { email: "daniel@globex.example", name: "Daniel Reyes", locale: "en", isAdmin: false },
  admin: { email: "admin@svc.example", name: "Sora Admin", locale: "en", isAdmin: true },
} as const;

export async function seedPeople(tx: Tx, at: Date): Promise<People> {
  const person = (name: keyof typeof PEOPLE, day: number) => createPerson(tx, PEOPLE[name], daysBefore(at, day));
  const owner = await person("owner", 90);
  const member = await person("member", 84);
  const guest = await person("guest", 40);
  const outsider = await person("outsider", 60);
  const admin = await person("admin", 120);
  const acme = await createOrganization(
    tx,
    { name: "Acme", description: "Makes everything, delivers anywhere", seats: 5 },
    daysBefore(at, 88),
  );
  const globex = await createOrganization(tx, { name: "Globex", description: null, seats: 1 }, daysBefore(at, 59));
  await join(tx, acme.id, owner, OWNER_ROLE, daysBefore(at, 88, 1));
  await join(tx, acme.id, member, MEMBER_ROLE, daysBefore(at, 84));
  await join(tx, acme.id, guest, GUEST_ROLE, daysBefore(at, 40));
  await join(tx, globex.id, outsider, OWNER_ROLE, daysBefore(at, 59, 1));
  return {
    users: {
      owner: owner.person,
      member: member.person,
      guest: guest.person,
      outsider: outsider.person,
      admin: admin.person,
    },
    organizations: { acme: { id: acme.id }, globex: { id: globex.id } },
    billing: { acme: acme.billingEntityId, globex: globex.billingEntityId, owner: owner.billingEntityId },
  };
}

interface Created {
  readonly person: Person;
  readonly billingEntityId: string;
}

async function createPerson(tx: Tx, facts: (typeof PEOPLE)[keyof typeof PEOPLE], createdAt: Date): Promise<Created> {
  const [id, billingEntityId, password] = [idAt("usr", createdAt), idAt("bil", createdAt), makePassword()];
  const passwordHash = await hashPassword(password);
  await tx.billingEntity.create({ data: { id: billingEntityId, kind: "INDIVIDUAL", createdAt } });
  await tx.user.create({ data: { id, ...facts, passwordHash, billingEntityId, createdAt } });
  return { person: { id, email: facts.email, password }, billingEntityId };
}

async function createOrganization(
  tx: Tx,
  { seats, ...facts }: { name: string; description: string | null; seats: number },
  createdAt: Date,
): Promise<{ id: string; billingEntityId: string }> {
  const [id, billingEntityId] = [idAt("org", createdAt), idAt("bil", createdAt)];
  await tx.billingEntity.create({ data: { id: billingEntityId, kind: "ORGANIZATION", seats, createdAt } });
  await tx.organization.create({ data: { id, ...facts, billingEntityId, createdAt } });
  return { id, billingEntityId };
}

async function join(tx: Tx, organizationId: string, { person }: Created, role: number, createdAt: Date): Promise<void> {
  await tx.organizationMembership.create({
    data: { id: idAt("mem", createdAt), organizationId, userId: person.id, role, createdAt },
  });
}

/** Easy to read aloud and to type; 60 bits. */
function makePassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789x";
  const group = () => Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join("");
  return [group(), group(), group()].join("-");
}
