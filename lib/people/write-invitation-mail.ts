import { nameRole } from "../access/membership";
import { issueMailToken } from "../accounts/mail-links/issue-mail-token";
import { signUpMode, signUpPath } from "../accounts/mail-links/sign-up";
import { findUserByEmail } from "../accounts/queries";
import { isLocale, type Locale } from "../i18n/locale";
import { disarmName, type WriteMail } from "../mail/mail";
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
  const locale = isLocale(user?.locale) ? user.locale : mail.locale;
  const unsubscribe = user === null ? undefined : await offerUnsubscribe(user.id, locale);
  if (unsubscribe === null) return null;
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
    ...(unsubscribe ? { unsubscribe } : {}),
  });
};

async function offerUnsubscribe(userId: string, locale: Locale) {
  const { unmailed } = await readNotificationPreferences(userId);
  if (unmailed.includes(MAILED_OTHERWISE)) return null;
  return writeUnsubscribePaths({ userId, kinds: [MAILED_OTHERWISE] }, locale);
}
