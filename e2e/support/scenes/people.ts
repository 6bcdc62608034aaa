import { hashPassword } from "../../../lib/accounts/sign-in/password";
import type { Locale } from "../../../lib/i18n/locale";
import type { Manifest } from "../../../prisma/seed/manifest";
import { openDemoWorld } from "./world";

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

interface PersonOptions {
  name?: string;
  locale?: Locale;
  isAdmin?: boolean;
  /** Their role in the organization acme; without it they belong to none. */
  roleAtAcme?: number;
}

const PASSWORD = "a passphrase for tests";
let passwordHash: Promise<string> | undefined;

/** A person of this test alone: no other test changes their language, sessions or keys. */
export async function makePerson(
  demo: Manifest,
  { name = "Toni Tester", locale = "en", isAdmin = false, roleAtAcme }: PersonOptions = {},
): Promise<Person> {
  const world = openDemoWorld(demo);
  const { id, email } = await world.user({ name });
  passwordHash ??= hashPassword(PASSWORD);
  await world.query("UPDATE users SET locale = $2, is_admin = $3, password_hash = $4 WHERE id = $1", [
    id,
    locale,
    isAdmin,
    await passwordHash,
  ]);
  if (roleAtAcme !== undefined) await world.join(demo.organizations.acme.id, id, roleAtAcme);
  return { id, email, password: PASSWORD };
}
