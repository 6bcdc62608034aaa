import { env } from "../platform/env";
import { parseSmtpUrl, type SmtpServer } from "../platform/smtp-url";

/** null: mail goes to the mailbox of development, or there is none. */
export function smtpServer(): SmtpServer | null {
  const { SVC_SMTP_URL: url } = env();
  return url === undefined ? null : parseSmtpUrl(url);
}

/** Whether this service has a way for mail: a server, or the mailbox of development. */
export function hasMail(): boolean {
  return smtpServer() !== null || env().SVC_MAILBOX;
}
