import { backgroundHealth } from "../platform/background";
import { isStopping } from "../platform/stopping";
import { checkParts } from "./check-parts";
import { describeReadiness, type Readiness } from "./readiness";

/** Readiness: what a request needs is there. */
export async function checkReadiness(): Promise<Readiness> {
  const checks = { ...(await checkParts()), ...(isStopping() ? { process: "stopping" } : {}) };
  return describeReadiness(checks, backgroundHealth().isStandingIn);
}
