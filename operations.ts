import { createAdministrator, renewAdministratorPassword } from "./lib/accounts/create-administrator";
import { openArchiveStore } from "./lib/archive-store/open-store";
import { openBucketFiles } from "./lib/files/open-bucket";
import { parseEnv } from "./lib/platform/env";
import { closeDatabase } from "./lib/platform/pool";
import { countSeals, resealStored } from "./lib/platform/reseal";

/** The verbs of svc-server, in a bundle of their own: its commands are plain Node and read no TypeScript. */
export const operations = {
  closeDatabase,
  countSeals,
  createAdministrator,
  openArchiveStore,
  openBucketFiles,
  parseEnv,
  renewAdministratorPassword,
  resealStored,
};
