import type { TestProject } from "vitest/node";
import { startService } from "./service";

declare module "vitest" {
  interface ProvidedContext {
    manifestFile: string;
  }
}

/** One service with its demo for all black-box tests; needs the build of `npm test`. */
export default async function startOnce(project: TestProject): Promise<() => Promise<void>> {
  const service = await startService();
  project.provide("manifestFile", service.manifestFile);
  return async () => void (await service.stop());
}
