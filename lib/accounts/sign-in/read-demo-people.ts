import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { normalizeAddress } from "../../platform/address";
import { env } from "../../platform/env";
import { SignIn } from "../profile/account";
import { listNames } from "../queries";

export const DEMO_PEOPLE = ["owner", "member", "guest", "outsider", "admin"] as const;
export type DemoPerson = (typeof DEMO_PEOPLE)[number];

const Manifest = z.object({ users: z.record(z.enum(DEMO_PEOPLE), SignIn) });

function isLoopback(address: string): boolean {
  if (isIP(address.trim()) === 0) return false;
  const normal = normalizeAddress(address.trim());
  return normal.startsWith("127.") || normal === "0:0:0:0:0:0:0:1";
}

/**
 * One click signs in only where demo and browser are one machine. A tunnel also comes from loopback, but names another
 * host or client.
 */
export function isDemoAtHand(address: string, given: Pick<Headers, "get">): boolean {
  const { SVC_DEMO, SVC_ENVIRONMENT } = env();
  return SVC_DEMO && SVC_ENVIRONMENT === "development" && isSameMachine(address, given);
}

export function isSameMachine(address: string, given: Pick<Headers, "get">): boolean {
  const host = (given.get("host") ?? "").replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  const forwarded = (given.get("x-forwarded-for") ?? "").split(",").filter((part) => part.trim() !== "");
  return [address, ...forwarded].every(isLoopback) && (host === "localhost" || isLoopback(host));
}

function readManifest(): z.output<typeof Manifest> | null {
  try {
    const text = readFileSync(join(env().SVC_DATA_DIR, "demo.json"), "utf8");
    return Manifest.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function findDemoPerson(person: DemoPerson): SignIn | null {
  return readManifest()?.users[person] ?? null;
}

export async function listDemoPeople(): Promise<{ person: DemoPerson; name: string; email: string }[]> {
  const users = readManifest()?.users;
  if (!users) return [];
  const found = await listNames(Object.values(users).map(({ email }) => email));
  return DEMO_PEOPLE.flatMap((person) => {
    const known = found.find(({ email }) => email === users[person].email);
    return known ? [{ person, ...known }] : [];
  });
}
