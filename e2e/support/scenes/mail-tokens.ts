import { afterAll, beforeEach, vi } from "vitest";
import { WRITERS } from "../../../inngest/mail";
import { requestMail } from "../../../lib/accounts/mail-links/request-mail";
import { signInWithPassword } from "../../../lib/accounts/sign-in/sign-in";
import { drainMails } from "../../../lib/mail/drain";
import { joinByMail } from "../../../lib/people/join-by-mail";
import { newId } from "../../../lib/platform/ids";
import type { TestDatabase } from "./database";
import { resetShared } from "./shared-state";

export const PASSWORD = "a horse that reads the mail";

export function use(env: Record<string, string>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  resetShared();
}

let clients = 0;
/** A client of its own for each request, so that only the limit of the address counts. */
export const ask = (
  kind: "sign_up" | "password_reset",
  email: string,
  more: { address?: string; locale?: string } = {},
) => requestMail({ kind, email, address: `198.51.100.${++clients % 250}`, locale: "en", ...more });
export const newAddress = () => `${newId("usr")}@example.com`;

interface Kept {
  subject: string | null;
  text: string | null;
  problem: string | null;
}
export const tokenIn = (mail: Kept | undefined) => /[?&]token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
export const join = (token: string, password = PASSWORD) => joinByMail({ token, name: "Ann", password, locale: "ja" });
export const enter = (email: string, password: string) =>
  signInWithPassword({ email, password }, { address: "192.0.2.9", deviceCookie: undefined });

/** A mailbox, and sign-up for everyone, before each test. */
export function useMailTokens(database: TestDatabase) {
  beforeEach(() => use({ SVC_MAILBOX: "true", SVC_SIGN_UP: "open" }));
  afterAll(() => vi.unstubAllEnvs());

  async function readMails(recipient: string): Promise<Kept[]> {
    await drainMails(WRITERS);
    return database.query<Kept>(
      "SELECT subject, text, problem FROM mails WHERE recipient = $1 ORDER BY created_at, id",
      [recipient],
    );
  }
  async function receiveToken(kind: "sign_up" | "password_reset", email: string): Promise<string> {
    await ask(kind, email);
    return tokenIn((await readMails(email)).at(-1));
  }
  return { readMails, receiveToken };
}
