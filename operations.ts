import { createAdministrator, renewAdministratorPassword } from "./lib/accounts/profile/create-administrator";
import { openArchiveStore } from "./lib/audit/archive/store/open-store";
import { closeDatabase } from "./lib/db/pool";
import { countSeals, resealStored } from "./lib/db/reseal";
import { openBucketFiles } from "./lib/files/s3-storage";
import { parseEnv } from "./lib/platform/env";

/** The commands of svc-server are plain Node and read no TypeScript, so their verbs have a bundle of their own. */
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
