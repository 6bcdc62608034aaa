import type { Manifest } from "../../../prisma/seed/manifest";
import { untilTrue } from "../scenes/eventually";
import type { Person } from "../scenes/people";
import { runSql } from "../scenes/run-sql";
import { startJob } from "../scenes/start-job";

export interface NotificationMail {
  subject: string;
  text: string;
  html: string;
  unsubscribePath: string;
}

/** The first mail of notifications to a person, as the mailbox keeps it. */
export async function awaitNotificationMail(demo: Manifest, { email }: Person): Promise<NotificationMail> {
  await startJob(demo, "raise-notifications");
  const mails: Omit<NotificationMail, "unsubscribePath">[] = [];
  await untilTrue(async () => {
    const found = await runSql<NotificationMail>(
      demo.databaseUrl,
      `SELECT subject, text, html FROM mails WHERE kind = 'notifications' AND recipient = $1 AND sent_at IS NOT NULL
       ORDER BY created_at LIMIT 1`,
      [email],
    );
    mails.push(...found);
    return mails.length > 0;
  });
  const [mail] = mails;
  const [url] = /http\S+\/unsubscribe\?link=\S+/.exec(mail?.text ?? "") ?? [];
  if (mail === undefined || url === undefined) throw new Error("The mail has no link to unsubscribe.");
  const { pathname, search } = new URL(url);
  return { ...mail, unsubscribePath: pathname + search };
}
