import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { useEndpointScenes } from "../support/scenes/endpoint-scene";
import { useKernelProcesses } from "../support/servers/kernel-process";

/**
 * schemathesis, from PyPI, against what the description says: at least 20,000 calls, and none that the description does not
 * explain. `npm run test:fuzz` runs it; npm test does not, because it takes minutes.
 */
const EXAMPLES = Number(process.env["FUZZ_EXAMPLES"] ?? 1_000);
const { database, createScene } = useEndpointScenes();
const kernels = useKernelProcesses({ hasBursts: false });
const run = promisify(execFile);

test("the service answers as its description says", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-fuzz-"));
  const python = join(folder, "venv", "bin", "python");
  await run("python3", ["-m", "venv", join(folder, "venv")]);
  await run(python, ["-m", "pip", "--quiet", "--disable-pip-version-check", "install", "schemathesis==4.32.5"]);
  const { token, params } = await createScene();
  const [board] = await database.query<{ id: string }>("SELECT id FROM boards WHERE room_id = $1", [params["roomId"]]);
  const kernel = await kernels.start({ DATABASE_URL: database.url });
  writeFileSync(join(folder, "hooks.py"), writeHooks({ ...params, boardId: board?.id ?? "" }));
  const config = join(folder, "schemathesis.toml");
  writeFileSync(config, writeConfig(token, params));
  const args = [
    "--config-file",
    config,
    "run",
    resolve("public/openapi.json"),
    "--url",
    kernel.baseUrl,
    "--checks",
    "all",
  ];
  const limits = ["--max-examples", String(EXAMPLES), "--phases", "examples,coverage,fuzzing", "--workers", "2"];
  const { stdout } = await run(
    join(folder, "venv", "bin", "schemathesis"),
    [...args, ...limits, "--continue-on-failure"],
    {
      cwd: folder,
      env: { ...process.env, SCHEMATHESIS_HOOKS: "hooks" },
      maxBuffer: 2 ** 28,
    },
  ).catch((error: { stdout: string }) => error);
  writeFileSync(join(folder, "report.txt"), stdout);
  console.log(`The report is in ${folder}.`);
  expect(stdout).toContain("No issues found");
  expect(Number(/(\d[\d,]*) generated/.exec(stdout)?.[1]?.replaceAll(",", "") ?? 0)).toBeGreaterThanOrEqual(20_000);
}, 3_600_000);

/** Ids of rows that exist, so that calls reach what is behind them. */
function writeConfig(token: string, params: Record<string, string>): string {
  const parameters = Object.entries(params).map(([name, id]) => `"path.${name}" = "${id}"`);
  return [
    `headers = { Authorization = "Bearer ${token}" }`,
    // One credential a request: a second one, of another scheme, is refused.
    "generation = { with-security-parameters = false }",
    "[parameters]",
    ...parameters,
    "[checks.positive_data_acceptance]",
    // A key may have been used, a version may be no more, and completing a file twice is a conflict.
    'expected-statuses = ["2xx", "409"]',
    "[checks.negative_data_rejection]",
    // A text that is too long can make the whole body too large.
    'expected-statuses = ["400", "413"]',
  ].join("\n");
}

/**
 * A description cannot say which ids there are, and cursors are sealed: good calls name rows that exist and have no cursor.
 * Bad calls stay as they are.
 */
function writeHooks({ messageId, taskId, boardId }: Record<string, string>): string {
  return `
import schemathesis

IDS = ${JSON.stringify({ messageId, taskId, boardId, replyToMessageId: messageId })}

@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if isinstance(case.body, dict):
        case.body = {name: IDS[name] if name in IDS and isinstance(value, str) else value for name, value in case.body.items()}
    if case.query and "cursor" in case.query:
        case.query = {name: value for name, value in case.query.items() if name != "cursor"}
`;
}
