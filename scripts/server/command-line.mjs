import { parseArgs } from "node:util";
import { Problem } from "../problem.mjs";
import { readSettingsFiles } from "../start/settings.mjs";
import { BACKUP_COMMANDS } from "./backup.mjs";
import { DOCTOR_COMMANDS } from "./doctor.mjs";
import { MIGRATE_COMMANDS } from "./migrate.mjs";
import { ROTATE_COMMANDS } from "./rotate.mjs";
import { SERVE_COMMANDS } from "./serve.mjs";
import { SETUP_COMMANDS } from "./setup.mjs";

/**
 * @typedef {Record<string, { type: "string" | "boolean", multiple?: false }>} Options
 * @typedef {Record<string, string | boolean | undefined>} Values
 * @typedef {{ usage: string, summary: string, options: Options, run: (values: Values) => Promise<void> }} Command
 */

/** @type {Record<string, Command>} */
export const COMMANDS = {
  ...MIGRATE_COMMANDS,
  ...SETUP_COMMANDS,
  ...SERVE_COMMANDS,
  ...BACKUP_COMMANDS,
  ...ROTATE_COMMANDS,
  ...DOCTOR_COMMANDS,
};

/** @param {string[]} args */
export async function runCommandLine(args) {
  const isHelp = args.length === 0 || args.some((arg) => arg === "--help" || arg === "-h" || arg === "help");
  if (isHelp) return console.log(writeHelp());
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  const words = firstOption === -1 ? args : args.slice(0, firstOption);
  const name = words.join(" ");
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new Problem(`There is no command "${name}".\n\n${writeHelp()}`);
  const values = readOptions(command, args.slice(words.length));
  readSettingsFiles();
  await command.run(values);
}

/** @param {Command} command @param {string[]} args @returns {Values} */
function readOptions({ options, usage }, args) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\nUsage: svc-server ${usage}`);
  }
}

function writeHelp() {
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return `svc-server <command>, or npm run svc-server -- <command>\n\n${lines.join("\n")}`;
}
