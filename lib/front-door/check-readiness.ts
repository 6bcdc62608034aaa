import { backgroundHealth } from "../platform/background";
import { isStopping } from "../platform/stopping";
import { checkParts } from "./check-parts";
import { describeReadiness, type Readiness } from "./readiness";

/** Readiness: everything that a request needs is available. */
export async function checkReadiness(): Promise<Readiness> {
  const checks = { ...(await checkParts()), ...(isStopping() ? { process: "stopping" } : {}) };
  return describeReadiness(checks, backgroundHealth().isStandingIn);
}
