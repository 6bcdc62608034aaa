import type { TestProject } from "vitest/node";
import { startNextDoor } from "./next-door";
import { startService } from "./service";
import { writeCertificate } from "./test-certificate";
import { TEST_ENV } from "./test-env.mjs";

declare module "vitest" {
  interface ProvidedContext {
    manifestFile: string;
    nextDoorUrl: string;
    /** Of the certificate that the service trusts. */
    tlsDirectory: string;
  }
}

/** One service with its demo for all black-box tests, and one Next by itself beside it; needs the build of `npm test`. */
export default function startOnce(project: TestProject): Promise<() => Promise<void>> {
  return serveTests(project);
}

export async function serveTests(
  project: TestProject,
  variables: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const certificate = writeCertificate();
  const { DATABASE_POOL_WAIT_MS } = TEST_ENV;
  const env = { DATABASE_POOL_WAIT_MS, SVC_SIGN_UP: "open", ...certificate.env, ...variables };
  const service = await startService({ env });
  try {
    const nextDoor = await startNextDoor(service.manifestFile, variables);
    project.provide("manifestFile", service.manifestFile);
    project.provide("nextDoorUrl", nextDoor.baseUrl);
    project.provide("tlsDirectory", certificate.directory);
    return async () => {
      await nextDoor.stop();
      await service.stop();
      certificate.remove();
    };
  } catch (error) {
    await service.stop();
    certificate.remove();
    throw error;
  }
}
