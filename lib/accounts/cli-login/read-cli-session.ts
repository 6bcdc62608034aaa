import { type CliSessionRow, findCliSession } from "../../access/credentials/authenticate-session";
import { readBearer } from "../../access/credentials/token";

export interface CliSession {
  id: string;
  deviceName: string;
  expiresAt: Date;
  user: { id: string; email: string; name: string; locale: string; isAdmin: boolean };
}

export async function readCliSession(headers: Headers): Promise<CliSession | null> {
  const token = readBearer(headers.get("authorization"));
  const row = token === null ? null : await findCliSession(token);
  return row && describeSession(row);
}

function describeSession({
  id,
  deviceName,
  expiresAt,
  userId,
  email,
  name,
  locale,
  isAdmin,
}: CliSessionRow): CliSession {
  return { id, deviceName, expiresAt, user: { id: userId, email, name, locale, isAdmin } };
}
