import { AppError } from "@/lib/platform/errors";
import { limitPersonUrlChecks } from "@/lib/usage/limit-burst";
import { describeReason } from "./problems";
import type { TypedCheck, UrlCheck } from "./url-field";

export async function checkTypedUrl<Check extends UrlCheck>(
  userId: string,
  check: () => Promise<Check>,
  scope?: string,
): Promise<TypedCheck<Check | { problem: string }>> {
  try {
    await limitPersonUrlChecks(userId);
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limit_exceeded") return "unchecked";
    throw error;
  }
  const checked = await check();
  return checked.problem === null ? checked : { problem: await describeReason(checked.problem, scope) };
}
