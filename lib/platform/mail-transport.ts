import { env } from "./env";
import { parseSmtpUrl, type SmtpServer } from "./smtp-url";

export function smtpServer(): SmtpServer | null {
  const { SVC_SMTP_URL: url } = env();
  return url === undefined ? null : parseSmtpUrl(url);
}

export function isMailConfigured(): boolean {
  return smtpServer() !== null || env().SVC_MAILBOX;
}
