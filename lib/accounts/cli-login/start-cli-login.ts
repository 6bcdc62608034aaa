import { addressKey, addressPrefix } from "@/lib/platform/address-key";
import { now } from "@/lib/platform/clock";
import { CLI_LOGIN_LIFETIME_MS, CLI_LOGINS_PER_ADDRESS } from "@/lib/platform/command-line-limits";
import { randomToken, sha256 } from "@/lib/platform/crypto";
import { newId } from "@/lib/platform/ids";
import { maskHeader } from "@/lib/platform/mask-secrets";
import { type Limited, type Quota, withinQuotas } from "../sign-in/limit-attempts";
import { hashCode, makeCode } from "./cli-login";

export interface CommandLine {
  deviceName: string;
  address: string;
  userAgent: string | null;
}

export type StartedLogin = { kind: "started"; secret: string; code: string; expiresAt: Date } | Limited;

export function startCliLogin({ deviceName, address, userAgent }: CommandLine): Promise<StartedLogin> {
  const [at, secret, code] = [now(), randomToken(), makeCode()];
  const expiresAt = new Date(at.getTime() + CLI_LOGIN_LIFETIME_MS);
  const key = addressKey(address);
  const quota: Quota = {
    name: `cli-login:${key}`,
    max: CLI_LOGINS_PER_ADDRESS,
    find: async ({ prisma }, since, skip) => {
      const where = { address: key, createdAt: { gt: since } };
      const select = { createdAt: true };
      const filling = await prisma.cliLogin.findFirst({ where, select, orderBy: { createdAt: "desc" }, skip });
      return filling?.createdAt ?? null;
    },
  };
  return withinQuotas([quota], at, async (tx) => {
    await tx.prisma.cliLogin.create({
      data: {
        id: newId("login"),
        secretHash: new Uint8Array(sha256(secret)),
        codeHash: hashCode(code),
        deviceName,
        userAgent: maskHeader(userAgent),
        address: key,
        place: addressPrefix(address),
        createdAt: at,
        expiresAt,
      },
    });
    return { kind: "started", secret, code, expiresAt };
  });
}
