import { spawn } from "node:child_process";

/**
 * @typedef {Record<string, string | undefined>} Variables
 * @typedef {Omit<import("node:child_process").SpawnOptions, "env"> & { env?: Variables }} RunOptions
 * @typedef {{ code: number, output: string }} Result
 */

/**
 * Runs a command to its end and returns its output. A command that cannot be started ends with code 127.
 * @param {string} file @param {string[]} args @param {RunOptions} [options] @returns {Promise<Result>}
 */
export function runCommand(file, args, { env = process.env, ...options } = {}) {
  return new Promise((resolve) => {
    let output = "";
    const variables = /** @type {NodeJS.ProcessEnv} */ (env);
    const child = spawn(file, args, {
      windowsHide: true,
      ...options,
      env: variables,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.once("error", (error) => resolve({ code: 127, output: error.message }));
    child.once("close", (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}\nended by ${signal}` : output }),
    );
  });
}
