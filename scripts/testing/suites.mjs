import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "./run-tool.mjs";

/** @typedef {import("./stage.mjs").Stage} Stage */
/** @typedef {import("./stage.mjs").Outcome} Outcome */

/**
 * @typedef {{ fullName: string, status: string }} Assertion
 * @typedef {{ name: string, status: string, assertionResults: Assertion[] }} TestFile
 */

/** @param {string} name @param {string} project of vitest.config.ts @returns {Stage} */
export function defineVitestStage(name, project) {
  return {
    name,
    run: () =>
      withReport(async (report) => {
        const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
        const args = ["run", "--project", project, "--passWithNoTests", ...reporters];
        const { code, output } = await runTool("vitest/vitest.mjs", args, { NO_COLOR: "1", FORCE_COLOR: undefined });
        return countVitest(report, code, output);
      }),
  };
}

/** @param {string} report @param {number} code @param {string} output @returns {Outcome} */
function countVitest(report, code, output) {
  /** @type {TestFile[]} */
  const files = readReport(report)?.testResults ?? [];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const count = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length;
  // A file that cannot be loaded fails without a failed test; an error outside of all tests shows in the exit code alone.
  const broken = files.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  const failed = count("failed") + broken.length;
  const skipped = tests.filter(({ status }) => status === "pending" || status === "skipped" || status === "todo");
  return {
    passed: count("passed"),
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: skipped.map(({ fullName }) => fullName),
    output,
  };
}

/**
 * @typedef {{ title: string, specs?: { title: string, tests: { status: string }[] }[], suites?: BrowserSuite[] }} BrowserSuite
 */

/** @type {Stage} */
export const BROWSER_STAGE = {
  name: "browser tests",
  run: () =>
    withReport(async (report) => {
      const variables = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, NO_COLOR: "1", FORCE_COLOR: undefined };
      const args = ["test", "--reporter=list,json", "--pass-with-no-tests"];
      const { code, output } = await runTool("@playwright/test/cli.js", args, variables);
      const { stats, suites } = readReport(report) ?? {};
      const failed = stats?.unexpected ?? 0;
      return {
        passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
        failed: failed === 0 && code !== 0 ? 1 : failed,
        skipped: listSkipped(suites ?? []),
        output,
      };
    }),
};

/** @param {BrowserSuite[]} suites @returns {string[]} */
function listSkipped(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === "skipped")).map(({ title }) => title),
    ...listSkipped(inner),
  ]);
}

/** @param {(report: string) => Promise<Outcome>} work @returns {Promise<Outcome>} */
async function withReport(work) {
  const directory = mkdtempSync(join(tmpdir(), "svc-report-"));
  try {
    return await work(join(directory, "report.json"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
