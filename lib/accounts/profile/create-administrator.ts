import { randomInt } from "node:crypto";
import { z } from "zod";
import { type AuditActionName, recordAction } from "@/lib/audit/record-action";
import { type Transaction, transaction } from "@/lib/db/transaction";
import { now } from "@/lib/platform/clock";
import { newId } from "@/lib/platform/ids";
import { LOCK_ADMINISTRATORS, WAIT_FOR_LOCKS } from "../accounts.sql";
import { endAllSessions } from "../sessions/end-session";
import { hashPassword } from "../sign-in/password";
import { Profile, SignIn } from "./account";

const NewAdministrator = z.object({ email: z.email().pipe(SignIn.shape.email), name: Profile.shape.name });

export type Administration =
  | { kind: "created" | "renewed"; email: string; password: string }
  | { kind: "promoted"; email: string }
  | { kind: "kept"; emails: string[] }
  | { kind: "refused"; reason: "input" | "unknown" };

/** A concurrent second setup finds the first one's administrator. */
export async function createAdministrator(input: { email: string; name: string }): Promise<Administration> {
  const parsed = NewAdministrator.safeParse(input);
  if (!parsed.success) return { kind: "refused", reason: "input" };
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  return transaction(async (tx): Promise<Administration> => {
    await tx.query(WAIT_FOR_LOCKS);
    await tx.query(LOCK_ADMINISTRATORS);
    const known = await tx.prisma.user.findMany({ where: { isAdmin: true }, orderBy: { id: "asc" }, take: 20 });
    if (known.length > 0) return { kind: "kept", emails: known.map(({ email }) => email) };
    const { email, name } = parsed.data;
    const account = await tx.prisma.user.findUnique({ where: { email }, select: { id: true } });
    if (account) {
      await tx.prisma.user.update({ where: { id: account.id }, data: { isAdmin: true } });
      recordOperatorAction(tx, "administrator.promote", account.id);
      return { kind: "promoted", email };
    }
    const [id, createdAt] = [newId("usr"), now()];
    await tx.prisma.user.create({
      data: {
        id,
        email,
        name,
        passwordHash,
        isAdmin: true,
        createdAt,
        billingEntity: { create: { id: newId("bil"), kind: "INDIVIDUAL", createdAt } },
      },
    });
    recordOperatorAction(tx, "administrator.create", id);
    return { kind: "created", email, password };
  });
}

export async function renewAdministratorPassword(typed: string): Promise<Administration> {
  const email = SignIn.shape.email.safeParse(typed);
  if (!email.success) return { kind: "refused", reason: "input" };
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  const id = await transaction(async (tx) => {
    const user = await tx.prisma.user.findFirst({ where: { email: email.data, isAdmin: true } });
    if (!user) return undefined;
    await tx.prisma.user.update({ where: { id: user.id }, data: { passwordHash } });
    recordOperatorAction(tx, "administrator.renew_password", user.id);
    return user.id;
  });
  if (id === undefined) return { kind: "refused", reason: "unknown" };
  await endAllSessions(id);
  return { kind: "renewed", email: email.data, password };
}

function recordOperatorAction(tx: Transaction, name: AuditActionName, resourceId: string): void {
  recordAction(tx, { name, userId: null, resourceId, scope: "service", details: { by: "svc-server setup" } });
}

function makePassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length))).join("");
  return [group(), group(), group(), group()].join("-");
}
