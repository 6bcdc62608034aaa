import { prisma } from "../db/prisma";
import { isId } from "../platform/ids";

const SHOWN_MAX = 50;

export type ShownMail = Awaited<ReturnType<typeof listMailbox>>[number];

export function listMailbox(recipient = "") {
  return prisma().mail.findMany({
    where: { subject: { not: null }, ...(recipient ? { recipient } : {}) },
    select: { id: true, recipient: true, subject: true, text: true, sentAt: true },
    orderBy: { createdAt: "desc" },
    take: SHOWN_MAX,
  });
}

export async function readMailHtml(mailId: string): Promise<string | null> {
  if (!isId("mail", mailId)) return null;
  return (await prisma().mail.findUnique({ where: { id: mailId }, select: { html: true } }))?.html ?? null;
}
