import { createHmac, hkdfSync } from "node:crypto";
import { Problem } from "../../problem.mjs";

/**
 * @typedef {{ id: string, secret: Buffer }} BackupKey
 * @typedef {{ sealing: Buffer, check: string }} ArchiveKey of one archive alone: `check` tells a wrong key from an altered archive
 */

const KEYS = /^[a-z0-9]+:[A-Za-z0-9+/]{43}=(,[a-z0-9]+:[A-Za-z0-9+/]{43}=)*$/;

/** The first one seals; archives of the others can still be read. @returns {[BackupKey, ...BackupKey[]]} */
export function readBackupKeys() {
  const text = process.env["SVC_BACKUP_KEY"] ?? "";
  if (!KEYS.test(text)) {
    throw new Problem(
      'SVC_BACKUP_KEY must be <key id>:<32 bytes in base64>, older ones after commas. One is made by:\n  echo "b1:$(openssl rand -base64 32)"\n' +
        "Store it apart from the backups. They cannot be opened without it.",
    );
  }
  const keys = text.split(",").map((entry) => {
    const [id = "", secret = ""] = entry.split(":");
    return { id, secret: Buffer.from(secret, "base64") };
  });
  return /** @type {[BackupKey, ...BackupKey[]]} */ (keys);
}

/** @param {BackupKey} key @param {Buffer} salt @returns {ArchiveKey} */
export function deriveKey({ secret }, salt) {
  const sealing = Buffer.from(hkdfSync("sha256", secret, salt, "svc-backup", 32));
  return { sealing, check: createHmac("sha256", sealing).update("check").digest("base64").slice(0, 22) };
}
