import { randomUUID } from "node:crypto";
import { RUNNER_CHANNEL } from "../../../lib/platform/background";
import type { Manifest } from "../../../prisma/seed/manifest";
import { untilTrue } from "../scenes/eventually";
import type { Person } from "../scenes/people";
import { runSql } from "../scenes/run-sql";
import { openDemoWorld } from "../scenes/world";

export interface NotificationMail {
  subject: string;
  text: string;
  html: string;
  unsubscribePath: string;
}

/** Queues a background function that the clock starts, as its tick does: a test need not wait for the full minute. */
async function startJob(demo: Manifest, name: string): Promise<void> {
  const { query } = openDemoWorld(demo);
  const [id, functionId] = [randomUUID(), `svc-${name}`];
  await query(
    `WITH sent AS (
       INSERT INTO runner_events (id, name, data, received_at) VALUES ($1, 'inngest/scheduled.timer', '{}', now()) RETURNING id
     )
     INSERT INTO runner_runs (id, function_id, event_id, idempotency_key, concurrency_key, wake_at, created_at)
     SELECT $1, $2, id, $1, $2 || '|', now(), now() FROM sent`,
    [id, functionId],
  );
  await query("SELECT pg_notify($1, '')", [RUNNER_CHANNEL]);
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
