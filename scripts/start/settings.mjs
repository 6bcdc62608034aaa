import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, existsSync } from "node:fs";

/** The secrets of a developer's machine. The prefix lets production refuse them. */
export const DEVELOPMENT_SECRET_PREFIX = "dev_";
const SECRETS = {
  SVC_SESSION_SECRET: () => randomBytes(32).toString("base64url"),
  SVC_ENCRYPTION_KEY: () => `k1:${randomBytes(32).toString("base64")}`,
  SVC_AUDIT_LOG_KEY: () => `k1:${randomBytes(32).toString("base64")}`,
  SVC_VAPID_KEY: () => randomBytes(32).toString("base64url"),
};

/**
 * Real variables win over .env.local, and that over .env. SVC_ENV_FILE names one file to be read in place of both.
 * @returns {string} the file that takes what is missing
 */
export function readSettingsFiles() {
  const localFile = process.env["SVC_ENV_FILE"] || ".env.local";
  for (const file of process.env["SVC_ENV_FILE"] ? [localFile] : [localFile, ".env"])
    if (existsSync(file)) process.loadEnvFile(file);
  // Next would read the same files by its own rules.
  process.env["__NEXT_PROCESSED_ENV"] = "true";
  return localFile;
}

export function loadSettings() {
  const localFile = readSettingsFiles();
  if (process.env["SVC_ENVIRONMENT"] !== "production") addMissingSecrets(localFile, DEVELOPMENT_SECRET_PREFIX);
  // Receivers run on a developer's own machine; a staging service names its own exceptions.
  if ((process.env["SVC_ENVIRONMENT"] || "development") === "development") {
    process.env["SVC_ALLOWED_PRIVATE_TARGETS"] ??= "127.0.0.1";
    process.env["SVC_CONNECTOR_PRIVATE_TARGETS"] ??= "all,127.0.0.0/8,::1";
  }
}

/**
 * Makes the secrets that the environment lacks, for this process and those that read the file after it.
 * @param {string} file @param {string} prefix @returns {string[]} the names of those that were made
 */
export function addMissingSecrets(file, prefix) {
  const missing = Object.entries(SECRETS).filter(([name]) => !process.env[name]);
  if (missing.length === 0) return [];
  const isNew = !existsSync(file);
  const made = missing.map(([name, make]) => {
    const value = prefix + make();
    process.env[name] = value;
    return `${name}=${value}\n`;
  });
  const heading = isNew ? "# Made by the first start. .env.example names what else may be here.\n" : "\n";
  appendFileSync(file, heading + made.join(""), { mode: 0o600 });
  chmodSync(file, 0o600);
  return missing.map(([name]) => name);
}
