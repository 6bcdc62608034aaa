import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { STATUSES } from "../../lib/platform/errors";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { useDemo } from "../support/scenes/demo";
import { eventually } from "../support/scenes/eventually";
import { runSql } from "../support/scenes/run-sql";
import { makeChildEnv } from "../support/servers/child-process";
import { type Fence, listGuides, readFences } from "../support/tables/documents";
import {
  canStart,
  makeDeliveries,
  readReceiverFile,
  STARTABLE,
  startDocumentedReceiver,
  TSX,
} from "./documented-receivers";
import { type PastedResult, PastedShell, type Reader } from "./pasted-shell";
import { installPythonClient } from "./python-client";

/** The code blocks of README and the guides, run as a reader pastes them. The Japanese guides have the same blocks. */
const demo = useDemo();
const root = mkdtempSync(join(tmpdir(), "svc-docs-"));
const repository = process.cwd();
const sdk = join(repository, "packages/sdk");
const python = await installPythonClient();

const GUIDES = listGuides().map((slug) => ({ slug, fences: readFences(`docs/guides/en/${slug}.md`) }));
const QUICKSTART = GUIDES.filter(({ slug }) => slug === "quickstart");
const OTHERS = GUIDES.filter(({ slug }) => slug !== "quickstart");
const README = { slug: "README", fences: readFences("README.md") };
const FENCES = GUIDES.flatMap(({ slug, fences }) => fences.map((fence) => ({ slug, ...fence })));
const isReceiver = ({ code }: Fence) => readReceiverFile(code) !== undefined;
const RECEIVERS = FENCES.filter(isReceiver);
const PYTHON = FENCES.filter((fence) => fence.language === "python" && !isReceiver(fence));

const LANGUAGES = ["bash", "sh", "ts", "js", "python", "go", "php", "ruby", "json", "http", "text"];
/** `sh` blocks are not run: they start the service, or install something. */
const STARTS_OR_INSTALLS =
  /^(?:npm (?:start|install|run dev|test|run -s svc -- (?:login|listen))|pip install|\(cd \S+ && npm pack|claude mcp add|codex)\b/;

let reader: Reader;
/** Runs after the quickstart's block that sets the variables of all guides. */
let prepared: PastedShell;
/** A reader without the demo takes these from the settings. */
let shownValues: readonly (readonly [shown: string, value: string])[];

beforeAll(async () => {
  const dataDir = dirname(inject("manifestFile"));
  const port = await findFreePort();
  const settings = { SVC_DATA_DIR: dataDir, SVC_ENV_FILE: join(dataDir, "env"), RECEIVER_PORT: String(port) };
  reader = { dataDir, env: makeChildEnv(settings), baseUrl: demo.baseUrl, person: demo.users.owner };
  // Other tests let deliveries of the demo's webhook fail, and other checkouts may listen on its port.
  await runSql(
    demo.databaseUrl,
    `UPDATE webhooks SET url = $2, is_active = true, consecutive_failures = 0, disabled_at = NULL, disabled_reason = NULL
     WHERE id = $1`,
    [demo.webhooks.v2.id, `http://127.0.0.1:${port}/v2`],
  );
  prepared = new PastedShell(join(root, "prepared"), reader);
  const variables = QUICKSTART.flatMap(({ fences }) => fences).find(({ code }) => code.includes("demo env"));
  const { code, stderr } = await prepared.run(variables?.code ?? "");
  expect([code, stderr]).toEqual([0, stderr]);
  const { stdout: token } = await prepared.run('printf %s "$SVC_ACCESS_TOKEN"');
  shownValues = [
    ["https://api.example.com", demo.baseUrl],
    ["svc_live_…", demo.apiKeys.orgReadOnly.key],
    ["room_…", demo.rooms.general.id],
    ["svc_at_…", token],
    ["whsec_…", demo.webhooks.v2.secret],
  ];
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify(describeCompilation()));
});
afterAll(() => rmSync(root, { recursive: true }));

function describeCompilation(): object {
  const paths = {
    "@svc/sdk": [join(sdk, "src/index.ts")],
    "@svc/sdk/node": [join(sdk, "src/node/index.ts")],
  };
  const typeRoots = [join(repository, "node_modules/@types")];
  return {
    extends: join(repository, "tsconfig.json"),
    compilerOptions: { paths, typeRoots, types: ["node"], lib: ["ES2023", "DOM", "DOM.Iterable"], plugins: [] },
    include: ["types"],
    exclude: [],
  };
}

/** e2e/process/first-minutes.test.ts runs the `console` block. */
test("every block is of a known language, and `sh` only where it starts or installs something", () => {
  const fences = [...FENCES, ...README.fences];
  expect(fences.filter(({ language }) => ![...LANGUAGES, "mermaid", "console"].includes(language))).toEqual([]);
  const skipped = fences.filter(({ language }) => language === "sh").flatMap(({ code }) => code.trim().split("\n"));
  expect(skipped.filter((line) => !STARTS_OR_INSTALLS.test(line))).toEqual([]);
  expect(PYTHON).not.toEqual([]);
});

test("there is a receiver for every language of which it is known how to start one", () => {
  expect(RECEIVERS.map(({ language }) => language).sort()).toEqual(STARTABLE.toSorted());
});

test("the TypeScript blocks fit the client's types", () => {
  const folder = join(root, "types");
  mkdirSync(folder);
  for (const { slug, code, line } of FENCES.filter(({ language }) => language === "ts"))
    writeFileSync(join(folder, `${slug}-${line}.ts`), code);
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const report = (() => {
    try {
      return execFileSync(process.execPath, [compiler, "--noEmit", "-p", root], { encoding: "utf8" });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  })();
  expect(report).toBe("");
});

test.each([README, ...QUICKSTART])(
  "$slug works as it is pasted, from nothing but the demo",
  async ({ slug, fences }) => {
    await paste(new PastedShell(join(root, slug), reader), fences);
  },
);

test.each(OTHERS)("$slug works with the variables of the quickstart", async ({ slug, fences }) => {
  await paste(new PastedShell(join(root, slug), reader, prepared), fences);
});

async function paste(shell: PastedShell, fences: readonly Fence[]): Promise<void> {
  let last: { fence: Fence; result: PastedResult | undefined } | undefined;
  for (const [index, fence] of fences.entries()) {
    const isRun = ["bash", "ts"].includes(fence.language) && !isReceiver(fence);
    const result = isRun ? await run(shell, fence, readShownError(fences[index + 1])) : undefined;
    if (fence.language === "json") checkError(JSON.parse(fence.code));
    if (last?.result) compare(last.result.stdout, fence);
    last = { fence, result };
  }
}

/** A block that is followed by an error is refused with it, every other one succeeds. */
async function run(shell: PastedShell, { language, code, line }: Fence, refusal: ShownError | undefined) {
  const file = `line-${line}.ts`;
  if (language === "ts") writeFileSync(join(shell.directory, file), code);
  const start = `TSX_TSCONFIG_PATH='${join(root, "tsconfig.json")}' exec node --import '${TSX}' ${file}`;
  const pasted = shownValues.reduce((text, [shown, value]) => text.replaceAll(`=${shown}\n`, `=${value}\n`), code);
  const result = await shell.run(language === "ts" ? start : pasted);
  const seen = `line ${line}: ${result.stdout}${result.stderr}`;
  if (refusal === undefined) expect([result.code, seen]).toEqual([0, seen]);
  else expect([result.code, maskNumbers(JSON.parse(result.stdout).error)]).toEqual([22, maskNumbers(refusal)]);
  return result;
}

/** Versions and waits differ from run to run. */
function maskNumbers({ code, message }: ShownError): ShownError {
  return { code, message: message.replaceAll(/\d+/g, "0") };
}

interface ShownError {
  code: string;
  message: string;
}

interface ErrorBody {
  error?: ShownError;
}

function readShownError(fence: Fence | undefined): ShownError | undefined {
  return fence?.language === "json" ? (JSON.parse(fence.code) as ErrorBody).error : undefined;
}

function checkError({ error }: ErrorBody): void {
  if (error) expect(Object.keys(STATUSES)).toContain(error.code);
}

/** A page may show the output of a block after it: its members, its headers, or its lines, with `…` for the rest. */
function compare(output: string, { language, code }: Fence): void {
  if (language === "json") expect(shapeOf(JSON.parse(output))).toEqual(shapeOf(JSON.parse(code)));
  if (language === "http") {
    const names = [...code.matchAll(/^([\w-]+): /gm)].map(([, name = ""]) => name.toLowerCase());
    expect(names.filter((name) => !output.toLowerCase().includes(`\n${name}: `))).toEqual([]);
  }
  if (language !== "text") return;
  for (const line of code.trim().split("\n")) {
    const parts = line.split("…").map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    expect(output).toMatch(new RegExp(parts.join(".*")));
  }
}

/** The names of the members. The first item tells those of a list. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return "value";
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

for (const { slug, code, line } of PYTHON)
  python.test(`the Python block of ${slug} in line ${line} runs`, async () => {
    const shell = new PastedShell(join(root, `python-${slug}-${line}`), reader, prepared);
    writeFileSync(join(shell.directory, "block.py"), code);
    const { code: exitCode, stderr } = await shell.run(`'${python.interpreter}' block.py`);
    expect([exitCode, stderr]).toEqual([0, stderr]);
  });

const startable = RECEIVERS.filter(({ language }) => canStart(language));
test.for(startable)("the receiver in $language tells deliveries from forgeries", async (fence) => {
  const [current, next] = [`whsec_${randomBytes(32).toString("base64url")}`, "whsec_next"];
  const env = { TSX_TSCONFIG_PATH: join(root, "tsconfig.json") };
  const receiver = await startDocumentedReceiver(join(root, fence.language), fence, [current, next], env);
  try {
    const deliveries = makeDeliveries(current, next);
    const statuses: Record<string, number> = {};
    for (const { name, headers, body } of deliveries)
      statuses[name] = (await fetch(receiver.url, { method: "POST", headers, body })).status;
    expect(statuses).toEqual(Object.fromEntries(deliveries.map(({ name, status }) => [name, status])));
    const printed = deliveries.flatMap((delivery) => delivery.printed ?? []);
    await eventually(() => expect(readLines(receiver.readOutput())).toEqual(printed));
  } finally {
    await receiver.stop();
  }
});

function readLines(output: string): string[] {
  return output.split("\n").filter((line) => line.includes(" evt_"));
}
