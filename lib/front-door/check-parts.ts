import { checkDatabase, listPendingMigrations } from "../db/database-health";
import { burstBackend } from "../usage/limit-burst";

const CHECK_TIMEOUT_MS = 2_000;

const CHECKS = {
  database: checkDatabase,
  limitsBackend: async () => {
    if (!(await burstBackend().isReady())) throw new Error("does not answer");
  },
  migrations: async () => {
    const pending = await listPendingMigrations();
    if (pending.length > 0) throw new Error(`not applied: ${pending.join(", ")}`);
  },
} satisfies Record<string, () => Promise<void>>;

export type CheckedPart = keyof typeof CHECKS;

export async function checkParts(): Promise<Record<CheckedPart, string>> {
  const results = await Promise.all(Object.entries(CHECKS).map(async ([name, check]) => [name, await runCheck(check)]));
  return Object.fromEntries(results) as Record<CheckedPart, string>;
}

async function runCheck(check: () => Promise<void>): Promise<string> {
  const timeout = new Promise<string>((resolve) => {
    setTimeout(() => resolve("no answer in time"), CHECK_TIMEOUT_MS).unref();
  });
  const outcome = check().then(
    () => "ok",
    (error: unknown) =>
      error instanceof Error && error.message.startsWith("not applied") ? error.message : "unreachable",
  );
  return Promise.race([outcome, timeout]);
}
