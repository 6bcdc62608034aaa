import type { InngestFunction } from "inngest";
import {
  eraseExpiredChallenges,
  eraseExpiredCliLogins,
  eraseExpiredMailTokens,
  eraseExpiredSessions,
  eraseOldAttempts,
} from "../lib/accounts/retention";
import { eraseOldLoad } from "../lib/admin/monitoring/retention";
import { eraseExpiredKeys } from "../lib/api/idempotency/retention";
import { archiveOldMonths } from "../lib/audit/archive/archive-log";
import { eraseOldLeaves } from "../lib/audit/proof/retention";
import { dropOldAuditPartitions, dropOldDetailPartitions } from "../lib/audit/retention";
import { drainStreams, eraseUnsentRows } from "../lib/audit-log/streams/drain";
import { dropOldEvents } from "../lib/events/retention";
import { eraseOrphanedBytes, eraseUnfinishedFiles } from "../lib/files/erase";
import { eraseOldMails } from "../lib/mail/retention";
import { findNewMentions } from "../lib/messages/find-new-mentions";
import { notifyPeople } from "../lib/notifications/notify-people";
import { raiseUsageAlerts } from "../lib/notifications/raise-usage-alerts";
import { eraseOldNotifications } from "../lib/notifications/retention";
import { eraseExpiredTokens } from "../lib/oauth/retention";
import { eraseExpiredInvitations } from "../lib/people/invite";
import { countRequests, eraseOldHours } from "../lib/requests/count";
import { indexTexts } from "../lib/rooms/search/index-texts";
import { eraseOldAlerts } from "../lib/usage/emit-alerts";
import { releaseStaleReservations } from "../lib/usage/end-reservations";
import { endLapsedListeners } from "../lib/webhooks/listeners/end-listener";
import { dropOldDeliveries } from "../lib/webhooks/retention";
import { finishEndedRotations } from "../lib/webhooks/settings/rotate-secret";
import { inngest } from "./client";
import { eraseOldRuns } from "./embedded/retention";
import { ensureAllPartitions } from "./prepare-database";

const ROUNDS_MAX = 500;

/** Every job may run twice, in two processes at once, and again from the beginning. */
function defineJob(id: string, cron: string, work: () => Promise<unknown>): InngestFunction.Any {
  return inngest.createFunction({ id, triggers: [{ cron }], concurrency: 1, retries: 3 }, async ({ step }) => {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const isDone = await step.run(id, async () => (await work()) !== false);
      if (isDone) return;
    }
  });
}

export const housekeeping: readonly InngestFunction.Any[] = [
  defineJob("release-stale-reservations", "* * * * *", releaseStaleReservations),
  defineJob("raise-usage-alerts", "*/5 * * * *", raiseUsageAlerts),
  defineJob("erase-old-usage-alerts", "57 3 * * *", eraseOldAlerts),
  defineJob("find-mentions", "* * * * *", findNewMentions),
  defineJob("index-texts", "* * * * *", indexTexts),
  defineJob("raise-notifications", "* * * * *", notifyPeople),
  defineJob("erase-old-notifications", "59 3 * * *", eraseOldNotifications),
  // The clock ends a rotation; this only erases the secret that no longer signs.
  defineJob("finish-rotations", "*/5 * * * *", finishEndedRotations),
  defineJob("end-lapsed-listeners", "* * * * *", endLapsedListeners),
  defineJob("ensure-partitions", "23 */6 * * *", ensureAllPartitions),
  defineJob("archive-audit-log", "31 2 * * *", archiveOldMonths),
  defineJob("drop-old-audit-partitions", "41 3 * * *", dropOldAuditPartitions),
  defineJob("erase-old-audit-leaves", "43 3 * * *", eraseOldLeaves),
  defineJob("drop-old-request-partitions", "45 3 * * *", dropOldDetailPartitions),
  defineJob("count-requests", "* * * * *", countRequests),
  defineJob("stream-audit-log", "* * * * *", drainStreams),
  defineJob("erase-unsent-audit-rows", "33 * * * *", eraseUnsentRows),
  defineJob("erase-old-request-hours", "49 3 * * *", eraseOldHours),
  defineJob("erase-old-service-load", "51 3 * * *", eraseOldLoad),
  defineJob("erase-expired-idempotency-keys", "11 3 * * *", eraseExpiredKeys),
  defineJob("erase-expired-tokens", "5 3 * * *", eraseExpiredTokens),
  defineJob("erase-old-sign-in-attempts", "17 3 * * *", eraseOldAttempts),
  defineJob("erase-expired-sessions", "23 3 * * *", eraseExpiredSessions),
  defineJob("erase-expired-cli-logins", "26 3 * * *", eraseExpiredCliLogins),
  defineJob("erase-expired-mail-tokens", "25 3 * * *", eraseExpiredMailTokens),
  defineJob("erase-expired-challenges", "28 3 * * *", eraseExpiredChallenges),
  defineJob("erase-old-mails", "38 3 * * *", eraseOldMails),
  defineJob("erase-expired-invitations", "35 3 * * *", eraseExpiredInvitations),
  defineJob("drop-old-events", "27 3 * * *", dropOldEvents),
  defineJob("drop-old-deliveries", "30 3 * * *", dropOldDeliveries),
  defineJob("erase-unfinished-files", "47 * * * *", eraseUnfinishedFiles),
  defineJob("erase-orphaned-bytes", "53 3 * * *", eraseOrphanedBytes),
  defineJob("erase-old-function-runs", "29 * * * *", eraseOldRuns),
];
