import type { TestProject } from "vitest/node";
import { startNextDoor } from "./next-door";
import { startService } from "./service";

declare module "vitest" {
  interface ProvidedContext {
    manifestFile: string;
    nextDoorUrl: string;
  }
}

/** One service with its demo for all black-box tests, and one Next by itself beside it; needs the build of `npm test`. */
export default async function startOnce(project: TestProject): Promise<() => Promise<void>> {
  const service = await startService();
  try {
    const nextDoor = await startNextDoor(service.manifestFile);
    project.provide("manifestFile", service.manifestFile);
    project.provide("nextDoorUrl", nextDoor.baseUrl);
    return async () => {
      await nextDoor.stop();
      await service.stop();
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}
