import { createTransport, type Transporter } from "nodemailer";
import type { SmtpServer } from "../platform/smtp-url";

export interface OutboundMail {
  messageId: string;
  from: { name: string; address: string };
  recipient: string;
  date: Date;
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** `code` is all that may be kept of a refusal: the server's text quotes addresses. */
export type SmtpOutcome = { kind: "accepted" } | { kind: "refused"; code: string } | { kind: "failed"; code: string };

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
/** A server that drips must not hold a lease forever. */
const SMTP_ATTEMPT_MAX_MS = 60_000;

export async function sendBySmtp(server: SmtpServer, mail: OutboundMail): Promise<SmtpOutcome> {
  const { recipient, ...rest } = mail;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error("late"), { code: "ETIMEDOUT" })), SMTP_ATTEMPT_MAX_MS);
  });
  try {
    await Promise.race([
      // An address as a text would be read as a list of addresses.
      transporterTo(server).sendMail({ ...rest, to: { name: "", address: recipient } }),
      late,
    ]);
    return { kind: "accepted" };
  } catch (error) {
    return classifyFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

function transporterTo({ host, port, tls, auth }: SmtpServer): Transporter {
  return createTransport({
    host,
    port,
    secure: tls === "direct",
    requireTLS: tls === "required",
    ...(auth === null ? {} : { auth }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Only a 5xx to the recipient or to the message itself is about this mail. Every other refusal ends when the operator
 * mends it.
 */
function classifyFailure(error: unknown): SmtpOutcome {
  const { code, command, responseCode, response } = readFailure(error);
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  if (responseCode === null) return { kind: "failed", code };
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const described = status === undefined ? String(responseCode) : `${responseCode} ${status}`;
  return { kind: isAboutMail && responseCode >= 500 ? "refused" : "failed", code: described };
}

function readFailure(error: unknown) {
  const given: Record<string, unknown> = error instanceof Error ? { ...error } : {};
  const [code, command, responseCode, response] = [
    given["code"],
    given["command"],
    given["responseCode"],
    given["response"],
  ];
  return {
    code: typeof code === "string" && /^[A-Z_]{2,40}$/.test(code) ? code : "unknown",
    command: typeof command === "string" ? command : "",
    responseCode: typeof responseCode === "number" ? responseCode : null,
    response: typeof response === "string" ? response : "",
  };
}
