import { env } from "../platform/env";
import { shared } from "../platform/shared";
import { createDiskStorage, type DiskStorage } from "./disk-storage";
import { createS3Storage } from "./s3-storage";
import type { FileStorage } from "./storage";

export function fileStorage(): FileStorage {
  return diskStorage() ?? s3Storage();
}

export function diskStorage(): DiskStorage | null {
  const { SVC_FILES_S3_ENDPOINT, SVC_DATA_DIR, SVC_BASE_URL } = env();
  if (SVC_FILES_S3_ENDPOINT !== undefined) return null;
  return shared("disk-storage", () => createDiskStorage(SVC_DATA_DIR, SVC_BASE_URL));
}

function s3Storage(): FileStorage {
  const settings = env();
  const { SVC_FILES_S3_ENDPOINT: endpoint, SVC_FILES_S3_REGION: region, SVC_FILES_S3_BUCKET: bucket } = settings;
  const { SVC_FILES_S3_ACCESS_KEY_ID: accessKeyId, SVC_FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey)
    throw new Error("The S3 store is only partly configured.");
  return createS3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey });
}
