import { join } from "node:path";
import { env } from "../../../platform/env";
import { openArchiveBucket } from "./archive-bucket";
import { openArchiveFolder } from "./archive-folder";
import type { ArchiveStore } from "./archive-store";

/** The result is not shared between module graphs, because it throws `AppError`. */
export function openArchiveStore(): ArchiveStore | null {
  const settings = env();
  const { SVC_ARCHIVE_S3_ENDPOINT: endpoint, SVC_ARCHIVE_S3_REGION: region, SVC_ARCHIVE_S3_BUCKET: bucket } = settings;
  const { SVC_ARCHIVE_S3_ACCESS_KEY_ID: accessKeyId, SVC_ARCHIVE_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (endpoint && region && bucket && accessKeyId && secretAccessKey) {
    const place = { prefix: settings.SVC_ARCHIVE_S3_PREFIX, workFolder: join(settings.SVC_DATA_DIR, "audit-archive") };
    return openArchiveBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey, ...place });
  }
  return settings.SVC_ARCHIVE_DIR === undefined ? null : openArchiveFolder(settings.SVC_ARCHIVE_DIR);
}
