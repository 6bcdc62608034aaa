import type { Locale } from "../i18n/locale";
import { equalBytes, isSignedText, sha256, signText } from "../platform/crypto";
import { isId } from "../platform/ids";
import { NOTIFICATION_KINDS, type NotificationKind } from "./notification";
import { oneClickPath, unsubscribePath } from "./paths";

export interface Unsubscribing {
  userId: string;
  kinds: readonly NotificationKind[];
}

const PURPOSE = "unsubscribe";
const GAP = "~";
const LINK_MAX_LENGTH = 600;

/** The signed link works without a session and without a row, and can do nothing but end mails. */
function writeUnsubscribeLink({ userId, kinds }: Unsubscribing): string {
  const text = [userId, ...kinds].join(GAP);
  return text + GAP + signText(PURPOSE, text);
}

export function writeUnsubscribePaths(unsubscribing: Unsubscribing, locale: Locale) {
  const link = writeUnsubscribeLink(unsubscribing);
  return { path: unsubscribePath(link, locale), oneClickPath: oneClickPath(link) };
}

export function readUnsubscribeLink(link: string): Unsubscribing | null {
  const end = link.length > LINK_MAX_LENGTH ? -1 : link.lastIndexOf(GAP);
  if (end === -1) return null;
  const [text, signature] = [link.slice(0, end), link.slice(end + 1)];
  // A forged signature has any length, so hashes are compared.
  const isSigned = isSignedText(PURPOSE, text, (expected) => equalBytes(sha256(expected), sha256(signature)));
  if (!isSigned) return null;
  const [userId = "", ...named] = text.split(GAP);
  const kinds = NOTIFICATION_KINDS.filter((kind) => named.includes(kind));
  return isId("usr", userId) && kinds.length > 0 ? { userId, kinds } : null;
}
