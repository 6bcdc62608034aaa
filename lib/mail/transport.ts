import { env } from "../platform/env";
import { parseSmtpUrl, type SmtpServer } from "../platform/smtp-url";

export function smtpServer(): SmtpServer | null {
  const { SVC_SMTP_URL: url } = env();
  return url === undefined ? null : parseSmtpUrl(url);
}

export function isMailConfigured(): boolean {
  return smtpServer() !== null || env().SVC_MAILBOX;
}
