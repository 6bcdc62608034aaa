import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseEnv } from "node:util";
import { requireMigrated } from "../database/migrate.mjs";
import { Problem, readCode } from "../problem.mjs";
import { withLock } from "../start/instance-lock.mjs";
import { addMissingSecrets, DEVELOPMENT_SECRET_PREFIX } from "../start/settings.mjs";
import { withOperations } from "./load-operations.mjs";
import { withServiceDatabase } from "./service-database.mjs";

/** @type {Record<string, import("./command-line.mjs").Command>} */
export const SETUP_COMMANDS = {
  setup: {
    usage: "setup [--email E-MAIL [--name NAME] [--new-password]] [--database URL]",
    summary: "create missing secrets and the first administrator, whose password is shown once",
    options: {
      email: { type: "string" },
      name: { type: "string" },
      "new-password": { type: "boolean" },
      database: { type: "string" },
    },
    run: setUp,
  },
};

/** @param {import("./command-line.mjs").Values} values */
async function setUp({ email, name, "new-password": isRenewal, database }) {
  if (isRenewal && !email) throw new Problem("--new-password needs the administrator's --email.");
  await makeSecrets(resolve(process.env["SVC_ENV_FILE"] || ".env.local"));
  if (!email) return;
  await withServiceDatabase(database, async (url) => {
    await requireMigrated(url);
    const result = await withOperations(url, ({ createAdministrator, renewAdministratorPassword }) =>
      isRenewal
        ? renewAdministratorPassword(String(email))
        : createAdministrator({ email: String(email), name: String(name ?? "Administrator") }),
    );
    console.log(explainResult(result, String(email)));
  });
}

/** @param {string} file */
async function makeSecrets(file) {
  const prefix = process.env["SVC_ENVIRONMENT"] === "production" ? "" : DEVELOPMENT_SECRET_PREFIX;
  try {
    mkdirSync(dirname(file), { recursive: true });
    await withLock(dirname(file), async () => {
      // Another setup may have made them meanwhile. An empty variable of the environment is as good as none.
      takeMissing(file);
      const made = addMissingSecrets(file, prefix);
      if (made.length > 0) console.log(`Created ${made.join(", ")} in ${file}. Store a copy apart from the backups.`);
    });
  } catch (error) {
    const code = readCode(error);
    if (!code || !["EROFS", "EACCES", "EPERM"].includes(code)) throw error;
    throw new Problem(
      `${file} cannot be written (${code}). Set the secrets in the environment; .env.example says how.`,
    );
  }
}

/** @param {string} file */
function takeMissing(file) {
  if (!existsSync(file)) return;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, "utf8"))))
    if (!process.env[name]) process.env[name] = value;
}

/** @param {import("../../lib/accounts/profile/create-administrator").Administration} result @param {string} email */
function explainResult(result, email) {
  switch (result.kind) {
    case "created":
      return `${result.email} administers the service. The password is shown only now: ${result.password}`;
    case "renewed":
      return `${result.email} is signed out everywhere. The new password is shown only now: ${result.password}`;
    case "promoted":
      return `${result.email} has an account already and administers the service now. The way to sign in is the same.`;
    case "kept":
      return `The administrators are ${result.emails.join(", ")}. Nothing was changed.`;
    case "refused":
      throw new Problem(
        result.reason === "unknown"
          ? `No administrator has the e-mail address ${email}.`
          : "The e-mail address or the name cannot be used.",
      );
  }
}
