import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runScript } from "./stage.mjs";

/**
 * @typedef {import("./stage.mjs").Stage} Stage
 * @typedef {{ fullName: string, status: string }} Assertion
 * @typedef {{ name: string, status: string, startTime: number, endTime: number, assertionResults: Assertion[] }} VitestFile
 * @typedef {{ testResults?: VitestFile[] }} VitestReport
 * @typedef {{ status: string, results: { duration: number }[] }} BrowserTest
 * @typedef {{ file?: string, specs?: { title: string, tests: BrowserTest[] }[], suites?: BrowserSuite[] }} BrowserSuite
 * @typedef {{ stats?: { expected: number, flaky: number, unexpected: number } } & BrowserSuite} BrowserReport
 */

const PLAIN = { NO_COLOR: "1", FORCE_COLOR: undefined };

/** @param {string} name @param {string} project of vitest.config.ts @param {string[]} options of vitest */
export function defineVitestStage(name, project, options = []) {
  const runTests = (/** @type {string} */ report) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const args = ["run", "--project", project, "--passWithNoTests", ...options, ...reporters];
    return runScript("node_modules/vitest/vitest.mjs", args, PLAIN);
  };
  return defineSuite(name, runTests, countVitest);
}

export const BROWSER_STAGE = defineSuite(
  "browser tests",
  (report) => {
    const args = ["test", "--reporter=list,json", "--pass-with-no-tests"];
    const variables = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...PLAIN };
    return runScript("node_modules/@playwright/test/cli.js", args, variables);
  },
  (/** @type {BrowserReport} */ { stats = { expected: 0, flaky: 0, unexpected: 0 }, suites = [] }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: listSkipped(suites),
    files: suites.map((suite) => ({ file: `e2e/${suite.file}`, seconds: sumSeconds(suite) })),
  }),
);

/**
 * A stage that counts the tests of a report. An error outside of all tests shows in the exit code alone.
 * @template Report @param {string} name @param {(report: string) => ReturnType<typeof runScript>} runTests
 * @param {(report: Report) => Omit<import("./stage.mjs").Outcome, "output">} count @returns {Stage}
 */
function defineSuite(name, runTests, count) {
  const run = async () => {
    const directory = mkdtempSync(join(tmpdir(), "svc-report-"));
    const file = join(directory, "report.json");
    try {
      const { code, output } = await runTests(file);
      const { failed, ...counts } = count(readReport(file));
      return { ...counts, failed: failed === 0 && code !== 0 ? 1 : failed, output };
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  };
  return { name, run };
}

/** Empty when the run ended without one. @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/** @param {VitestReport} report */
function countVitest({ testResults: files = [] }) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const pick = (/** @type {string[]} */ ...wanted) => tests.filter(({ status }) => wanted.includes(status));
  // A file that cannot be loaded fails without a failed test.
  const broken = files.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  return {
    passed: pick("passed").length,
    failed: pick("failed").length + broken.length,
    skipped: pick("pending", "skipped", "todo").map(({ fullName }) => fullName),
    files: files.map(({ name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1_000 })),
  };
}

/** @param {BrowserSuite[]} suites @returns {string[]} */
function listSkipped(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === "skipped")).map(({ title }) => title),
    ...listSkipped(inner),
  ]);
}

/** @param {BrowserSuite} suite @returns {number} */
function sumSeconds({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return own.reduce((sum, ms) => sum + ms / 1_000, 0) + suites.reduce((sum, suite) => sum + sumSeconds(suite), 0);
}
