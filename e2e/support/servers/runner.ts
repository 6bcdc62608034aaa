import { afterEach } from "vitest";
import { running } from "./runner-app";

/** Call it at the top of the file. */
export function stopRunnersAfterEach(): void {
  afterEach(async () => {
    await Promise.all([...running].map((runner) => runner.stop(1_000)));
    running.clear();
  });
}
