import { backgroundHealth } from "../platform/background";
import { checkParts } from "./check-parts";
import { describeReadiness, type Readiness } from "./readiness";

/** Readiness: what a request needs is there. */
export async function checkReadiness(): Promise<Readiness> {
  return describeReadiness(await checkParts(), backgroundHealth().isStandingIn);
}
