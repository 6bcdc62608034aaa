import { createTransport, type Transporter } from "nodemailer";
import type { SmtpServer } from "../platform/smtp-url";

export interface OutboundMail {
  /** Stays the same when it is sent again, so that the receiving side can drop the second one. */
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
export type SmtpOutcome =
  | { kind: "accepted" }
  /** This mail will never be taken. */
  | { kind: "refused"; code: string }
  /** The server, the way to it or our own settings: worth another attempt. */
  | { kind: "failed"; code: string };

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
/** From the first byte to the last: a server that drips must not hold a lease forever. */
const SMTP_ATTEMPT_MAX_MS = 60_000;

export async function sendBySmtp(server: SmtpServer, mail: OutboundMail): Promise<SmtpOutcome> {
  const { recipient, ...rest } = mail;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error("late"), { code: "ETIMEDOUT" })), SMTP_ATTEMPT_MAX_MS);
  });
  try {
    await Promise.race([
      // An address as an object is one address: a text would be read as a list of them.
      transporterTo(server).sendMail({ ...rest, to: { name: "", address: recipient } }),
      late,
    ]);
    return { kind: "accepted" };
  } catch (error) {
    return judgeFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A connection a mail: none is kept that would hold up the end of the process. */
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
 * Only a 5xx to the recipient or to the message itself is about this mail. Every other refusal, such as that of our
 * password or of our own address, ends when the operator mends it.
 */
function judgeFailure(error: unknown): SmtpOutcome {
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
