import { nameRole } from "../access/membership";
import { issueMailToken } from "../accounts/mail-links/issue-mail-token";
import { signUpMode, signUpPath } from "../accounts/mail-links/sign-up";
import { findUserByEmail } from "../accounts/queries";
import { disarmName, localeOf, type WriteMail } from "../mail/mail";
import { readMailTexts, writeMail } from "../mail/write";
import { MAILED_OTHERWISE } from "../notifications/notification";
import { readNotificationPreferences } from "../notifications/queries";
import { writeUnsubscribePaths } from "../notifications/unsubscribe-link";
import { findInvitation } from "../organizations/queries";
import { brand } from "../platform/brand";

const RECEIVED_PATH = "/settings/organizations";

export const writeInvitationMail: WriteMail = async (mail) => {
  const { invitationId } = mail.facts;
  const invitation = typeof invitationId === "string" ? await findInvitation(invitationId) : null;
  if (typeof invitationId !== "string" || invitation === null) return null;
  const { role, expiresAt } = invitation;
  const [organization, by] = [disarmName(invitation.organizationName), disarmName(invitation.invitedByName)];
  const user = await findUserByEmail(mail.recipient);
  if (user !== null && (await readNotificationPreferences(user.id)).unmailed.includes(MAILED_OTHERWISE)) return null;
  const locale = localeOf(mail, user?.locale);
  const texts = readMailTexts(locale);
  const signsUp = user === null && signUpMode() !== "closed";
  const token = signsUp ? await issueMailToken(mail, { purpose: "sign_up", expiresAt, invitationId }) : null;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(expiresAt);
  const values = { organization, by, brand: brand().name, role: texts(`roles.${nameRole(role)}`) };
  const reportToken = await issueMailToken(mail, { purpose: "report_invitation", expiresAt, invitationId });
  return writeMail({
    locale,
    subject: texts("invitation.subject", values),
    paragraphs: [texts("invitation.text", values)],
    action: { label: texts("invitation.action"), path: token === null ? RECEIVED_PATH : signUpPath(token) },
    notes: [texts("invitation.expires", { day })],
    report: { label: texts("invitation.report"), path: `/report-invitation?token=${reportToken}` },
    ...(user === null
      ? {}
      : { unsubscribe: writeUnsubscribePaths({ userId: user.id, kinds: [MAILED_OTHERWISE] }, locale) }),
  });
};
