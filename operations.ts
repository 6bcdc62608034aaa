import { createAdministrator, renewAdministratorPassword } from "./lib/accounts/profile/create-administrator";
import { openArchiveStore } from "./lib/audit/archive/store/open-store";
import { closeDatabase } from "./lib/db/pool";
import { countSeals, resealStored } from "./lib/db/reseal";
import { openBucketFiles } from "./lib/files/open-bucket";
import { parseEnv } from "./lib/platform/env";

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
