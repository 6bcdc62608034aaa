import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { pool } from "../../db/pool";
import { prisma } from "../../db/prisma";
import { CLI_CODE_GUESSES_PER_ADDRESS, CLI_LOGINS_PER_ADDRESS } from "../../platform/command-line-limits";
import { env } from "../../platform/env";
import { BACKEND_RETRY_AFTER_SECONDS } from "../../platform/limits";
import { makeCode } from "../cli-login/cli-login";
import { findLoginByCode } from "../cli-login/decide-cli-login";
import { startCliLogin } from "../cli-login/start-cli-login";
import { MAILS_PER_CLIENT, requestMail } from "../mail-links/request-mail";
import { openAttempt } from "./open-attempt";
import { FAILURES_PER_ADDRESS } from "./sign-in-limit";

const database = useTestDatabase();
const CROWD = 150;

let addresses = 0;
const newAddress = () => `203.0.113.${++addresses}`;

let other: pg.Client;
beforeEach(async () => {
  vi.stubEnv("SVC_MAILBOX", "true");
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("BEGIN");
});
afterEach(() => other.end());

const holdTurn = (name: string) => other.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 20261))", [name]);

const listBlocked = () => database.query("SELECT pid FROM pg_locks WHERE NOT granted");
const countConnections = () => pool().totalCount - pool().idleCount + pool().waitingCount;

const WAYS = [
  {
    name: "passwords",
    quota: FAILURES_PER_ADDRESS,
    nameTurn: (address: string) => `address:${address}`,
    attempt: (address: string, n: number) =>
      openAttempt(`${address}-${n}@x.test`, { address, deviceCookie: undefined }),
  },
  {
    name: "sign-ins of command lines",
    quota: CLI_LOGINS_PER_ADDRESS,
    nameTurn: (address: string) => `cli-login:${address}`,
    attempt: (address: string) => startCliLogin({ deviceName: "x", address, userAgent: null }),
  },
  {
    name: "requests for a mail",
    quota: MAILS_PER_CLIENT,
    nameTurn: (address: string) => `mail-from:${address}`,
    attempt: (address: string, n: number) =>
      requestMail({ kind: "sign_up", email: `${address}-${n}@x.test`, address, locale: "en" }),
  },
  {
    name: "codes of command lines",
    quota: CLI_CODE_GUESSES_PER_ADDRESS,
    nameTurn: (address: string) => `cli-code:cli ${address}`,
    attempt: (address: string, n: number) => findLoginByCode(`usr_${address}_${n}`, address, makeCode()),
  },
];

describe.each(WAYS)("$name from one address", ({ quota, nameTurn, attempt }) => {
  test("wait outside the pool, and as many pass as the quota has", async () => {
    const address = newAddress();
    await holdTurn(nameTurn(address));
    const attempts = Array.from({ length: CROWD }, (_, n) => attempt(address, n));
    await expect.poll(listBlocked).toHaveLength(1);
    expect(countConnections()).toBe(1);
    await other.query("COMMIT");
    const kinds = (await Promise.all(attempts)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== "limited")).toHaveLength(quota);
  });

  test("are refused without a lock once the quota is used up", async () => {
    const address = newAddress();
    await Promise.all(Array.from({ length: quota }, (_, n) => attempt(address, n)));
    await holdTurn(nameTurn(address));
    const refused = await attempt(address, quota);
    expect(refused).toMatchObject({ kind: "limited" });
    expect("retryAfterSeconds" in refused && refused.retryAfterSeconds).toBeGreaterThan(BACKEND_RETRY_AFTER_SECONDS);
  });

  test("are refused for a moment while another process keeps its turn", async () => {
    const address = newAddress();
    await holdTurn(nameTurn(address));
    const refused = { kind: "limited", retryAfterSeconds: BACKEND_RETRY_AFTER_SECONDS };
    expect(await attempt(address, 0)).toEqual(refused);
  });
});

test("attempts from many addresses leave three quarters of the pool to others", async () => {
  await other.query("LOCK TABLE sign_in_attempts");
  const attempts = Array.from({ length: CROWD }, (_, n) =>
    openAttempt(`${n}@x.test`, { address: newAddress(), deviceCookie: undefined }),
  );
  const share = env().DATABASE_POOL_MAX / 4;
  await expect.poll(listBlocked).toHaveLength(share);
  expect(countConnections()).toBe(share);
  expect(await prisma().user.count()).toBe(0);
  await other.query("COMMIT");
  expect((await Promise.all(attempts)).every(({ kind }) => kind === "open")).toBe(true);
});
