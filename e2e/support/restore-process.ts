import { afterAll, vi } from "vitest";
import { resetShared } from "./scenes/shared-state";

/** Test files share a process and its modules: what one file sets must not reach the next. */
const CLEAN_ENV = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in CLEAN_ENV)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, CLEAN_ENV);
  resetShared();
});
