import { addressKey, addressPrefix } from "@/lib/platform/address-key";
import { now } from "@/lib/platform/clock";
import { CLI_LOGIN_LIFETIME_MS, CLI_LOGINS_PER_ADDRESS } from "@/lib/platform/command-line-limits";
import { randomToken, sha256 } from "@/lib/platform/crypto";
import { transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { keepHeader } from "@/lib/platform/mask-secrets";
import { LOCK_QUOTA } from "./accounts.sql";
import { hashCode, makeCode } from "./cli-login";
import { SIGN_IN_WINDOW_MS } from "./sign-in-limit";

export interface CommandLine {
  deviceName: string;
  address: string;
  userAgent: string | null;
}

export type StartedLogin =
  | { kind: "started"; secret: string; code: string; expiresAt: Date }
  | { kind: "limited"; retryAfterSeconds: number };

/** The secret stays in the command line; the code is for a person's eyes. Neither is stored. */
export function startCliLogin({ deviceName, address, userAgent }: CommandLine): Promise<StartedLogin> {
  const [at, secret, code] = [now(), randomToken(), makeCode()];
  const expiresAt = new Date(at.getTime() + CLI_LOGIN_LIFETIME_MS);
  const key = addressKey(address);
  return transaction(async (tx) => {
    await tx.query(LOCK_QUOTA, [`cli-login:${key}`]);
    const filling = await tx.prisma.cliLogin.findFirst({
      where: { address: key, createdAt: { gt: new Date(at.getTime() - SIGN_IN_WINDOW_MS) } },
      select: { createdAt: true },
      orderBy: { createdAt: "desc" },
      skip: CLI_LOGINS_PER_ADDRESS - 1,
    });
    if (filling) {
      const waitMs = filling.createdAt.getTime() + SIGN_IN_WINDOW_MS - at.getTime();
      return { kind: "limited", retryAfterSeconds: Math.ceil(waitMs / 1000) };
    }
    await tx.prisma.cliLogin.create({
      data: {
        id: newId("login"),
        secretHash: new Uint8Array(sha256(secret)),
        codeHash: hashCode(code),
        deviceName,
        userAgent: keepHeader(userAgent),
        address: key,
        place: addressPrefix(address),
        createdAt: at,
        expiresAt,
      },
    });
    return { kind: "started", secret, code, expiresAt };
  });
}
