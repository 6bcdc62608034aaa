import {
  writePasskeyMail,
  writePasswordChangedMail,
  writeResetMail,
  writeSignUpMail,
} from "../lib/accounts/mail-links/write-account-mails";
import { drainMails, type Writers } from "../lib/mail/drain";
import { MAILS_DUE } from "../lib/mail/enqueue";
import { writeNotificationMail } from "../lib/notifications/write-notification-mail";
import { writeInvitationMail } from "../lib/people/write-invitation-mail";
import { inngest } from "./client";

export const WRITERS: Writers = {
  sign_up: writeSignUpMail,
  password_reset: writeResetMail,
  password_changed: writePasswordChangedMail,
  passkey_changed: writePasskeyMail,
  invitation: writeInvitationMail,
  notifications: writeNotificationMail,
};

export const sendMails = inngest.createFunction(
  { id: "send-mails", triggers: [{ event: MAILS_DUE }], retries: 2 },
  async ({ step }) => {
    const isDone = await step.run("drain", () => drainMails(WRITERS));
    if (!isDone) await step.sendEvent("go on", { name: MAILS_DUE });
  },
);

export const sweepMails = inngest.createFunction(
  { id: "sweep-mails", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => {
    await step.run("drain", () => drainMails(WRITERS));
  },
);
