import { localeOf, type WriteMail } from "@/lib/mail/mail";
import { readMailTexts, writeMail } from "@/lib/mail/write";
import { brand } from "@/lib/platform/brand";
import { maySignUp } from "../profile/create-account";
import { findUserByEmail } from "../queries";
import { issueMailToken, issueNotMePath, RESET_LIFETIME_MS, SIGN_UP_LIFETIME_MS } from "./issue-mail-token";
import { resetPath, signUpPath } from "./sign-up";

const HOUR_MS = 60 * 60 * 1000;

export const writeSignUpMail: WriteMail = async (mail) => {
  const { recipient, createdAt } = mail;
  const user = await findUserByEmail(recipient);
  const locale = localeOf(mail, user?.locale);
  const texts = readMailTexts(locale);
  const names = { brand: brand().name, email: recipient };
  if (user !== null)
    return writeMail({
      locale,
      subject: texts("known.subject", names),
      paragraphs: [texts("known.text", names), texts("known.forgotten")],
      action: { label: texts("known.action"), path: "/login" },
      notes: [texts("notYou")],
    });
  if (!(await maySignUp(recipient))) return null;
  const expiresAt = new Date(createdAt.getTime() + SIGN_UP_LIFETIME_MS);
  const token = await issueMailToken(mail, { purpose: "sign_up", expiresAt });
  return writeMail({
    locale,
    subject: texts("signUp.subject", names),
    paragraphs: [texts("signUp.text", names)],
    action: { label: texts("signUp.action"), path: signUpPath(token) },
    notes: [texts("signUp.expires", { hours: SIGN_UP_LIFETIME_MS / HOUR_MS }), texts("notYou")],
  });
};

/** An account without a password may get one here: the mail proves the address. */
export const writeResetMail: WriteMail = async (mail) => {
  const { recipient, createdAt } = mail;
  const user = await findUserByEmail(recipient);
  if (user === null) return null;
  const locale = localeOf(mail, user.locale);
  const texts = readMailTexts(locale);
  const names = { brand: brand().name, email: recipient };
  const expiresAt = new Date(createdAt.getTime() + RESET_LIFETIME_MS);
  const token = await issueMailToken(mail, { purpose: "password_reset", expiresAt });
  return writeMail({
    locale,
    subject: texts("reset.subject", names),
    paragraphs: [texts("reset.text", names)],
    action: { label: texts("reset.action"), path: resetPath(token) },
    notes: [texts("reset.expires", { hours: RESET_LIFETIME_MS / HOUR_MS }), texts("notYou")],
  });
};

export const writePasswordChangedMail: WriteMail = async (mail) => {
  const { locale, recipient, facts } = mail;
  const texts = readMailTexts(locale);
  const names = { brand: brand().name, email: recipient };
  const passkeys = Array.isArray(facts["passkeys"]) ? facts["passkeys"].map((name) => texts("quoted", { name })) : [];
  const list = new Intl.ListFormat(locale).format(passkeys);
  return writeMail({
    locale,
    subject: texts("changed.subject", names),
    paragraphs: [
      texts("changed.text", names),
      ...(passkeys.length > 0 ? [texts("changed.passkeys", { list })] : []),
      texts("notMe.text"),
    ],
    action: { label: texts("notMe.action"), path: await issueNotMePath(mail) },
  });
};

const PASSKEY_CHANGES = ["added", "removed", "copied"] as const;

export const writePasskeyMail: WriteMail = async (mail) => {
  const { locale, recipient, facts } = mail;
  const change = PASSKEY_CHANGES.find((known) => known === facts["change"]);
  if (change === undefined) return null;
  const texts = readMailTexts(locale);
  const names = { brand: brand().name, email: recipient, name: String(facts["name"]) };
  return writeMail({
    locale,
    subject: texts(`passkey.${change}.subject`, names),
    paragraphs: [texts(`passkey.${change}.text`, names), ...(change === "copied" ? [] : [texts("notMe.text")])],
    action:
      change === "copied"
        ? { label: texts("passkey.action"), path: "/settings/account#passkeys" }
        : { label: texts("notMe.action"), path: await issueNotMePath(mail) },
  });
};
