import { connection } from "next/server";
import { backgroundHealth } from "@/lib/platform/background";
import { checkDatabase, listPendingMigrations } from "@/lib/platform/database-health";
import { burstBackend } from "@/lib/usage/limit-burst";
import { describeReadiness } from "./readiness";

const CHECK_TIMEOUT_MS = 2_000;

const checks: Record<string, () => Promise<void>> = {
  database: checkDatabase,
  limitsBackend: async () => {
    if (!(await burstBackend().isReady())) throw new Error("does not answer");
  },
  migrations: async () => {
    const pending = await listPendingMigrations();
    if (pending.length > 0) throw new Error(`not applied: ${pending.join(", ")}`);
  },
};

/** Readiness: what a request needs is there. The reasons are short, since anyone may ask. */
export async function GET(): Promise<Response> {
  await connection();
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await judge(check)] as const),
  );
  const { code, body } = describeReadiness(Object.fromEntries(results), backgroundHealth().isStandingIn);
  return Response.json(body, { status: code, headers: { "cache-control": "no-store" } });
}

async function judge(check: () => Promise<void>): Promise<string> {
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
