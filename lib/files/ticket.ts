import { equalBytes, isSignedText, signText } from "../platform/crypto";

export type TicketPurpose = "upload" | "download";

export type OpenedTicket = { kind: "open"; fileId: string } | { kind: "altered" } | { kind: "expired" };

export function writeTicket(purpose: TicketPurpose, fileId: string, expiresAt: Date): string {
  const content = `${fileId}.${expiresAt.getTime()}`;
  return `${content}.${signText("file-ticket", `${purpose}\n${content}`)}`;
}

export function openTicket(purpose: TicketPurpose, ticket: string, at: Date): OpenedTicket {
  const [fileId = "", expiresMs = "", given = "", ...rest] = ticket.split(".");
  // Tickets are compared as text: base64 spells the same bytes in several ways, and only ours is valid.
  const isOurs = isSignedText("file-ticket", `${purpose}\n${fileId}.${expiresMs}`, (expected) =>
    equalBytes(Buffer.from(given), Buffer.from(expected)),
  );
  if (rest.length > 0 || !isOurs) return { kind: "altered" };
  return at.getTime() < Number(expiresMs) ? { kind: "open", fileId } : { kind: "expired" };
}
