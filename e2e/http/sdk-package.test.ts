import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useDemo } from "../support/scenes/demo";

/** The TypeScript client as `npm pack` publishes it, installed into an empty folder. */
const demo = useDemo();
const folder = mkdtempSync(join(tmpdir(), "svc-package-"));
const run = (args: readonly string[]) => promisify(execFile)(process.execPath, [...args], { cwd: folder });
let workshop = "";
const TSC = resolve("node_modules/typescript/bin/tsc");

beforeAll(async () => {
  // Built in a copy: files beside the sources are inputs of the service's build. Hidden folders are not.
  mkdirSync(".data", { recursive: true });
  workshop = mkdtempSync(resolve(".data/sdk-package-"));
  const copy = join(workshop, "packages/sdk");
  for (const path of ["packages/sdk", "packages/audit-verifier/src"])
    cpSync(path, join(workshop, path), { recursive: true, filter: (file) => !file.endsWith("dist") });
  cpSync("tsconfig.json", join(workshop, "tsconfig.json"));
  const npm = { cwd: copy, shell: process.platform === "win32" };
  await promisify(execFile)("npm", ["pack", "--pack-destination", folder], npm);
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "no archive was packed";
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const install = ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", `./${archive}`];
  await promisify(execFile)("npm", install, { ...npm, cwd: folder });
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  symlinkSync(resolve("node_modules/@types/node"), join(folder, "node_modules/@types/node"), "junction");
  symlinkSync(resolve("node_modules/undici-types"), join(folder, "node_modules/undici-types"), "junction");
});

afterAll(() => rmSync(workshop, { recursive: true, force: true }));

const BODY = `
const svc = new Svc({ baseUrl: ${JSON.stringify(demo.baseUrl)}, apiKey: ${JSON.stringify(demo.apiKeys.user.key)} });
if (typeof FileTokenStore !== "function" || typeof FileCheckpointStore !== "function" || typeof svc.webhooks.unwrap !== "function") throw new Error("An export is missing");
svc.me.get().then(({ id }) => console.log(id));
`;

test.each([
  [
    "import",
    "module.mjs",
    'import { Svc } from "@svc/sdk";\nimport { FileCheckpointStore, FileTokenStore } from "@svc/sdk/node";\n',
  ],
  [
    "require",
    "common.cjs",
    'const { Svc } = require("@svc/sdk");\nconst { FileCheckpointStore, FileTokenStore } = require("@svc/sdk/node");\n',
  ],
])("works by %s", async (_, file, head) => {
  writeFileSync(join(folder, file), head + BODY);
  expect((await run([file])).stdout.trim()).toBe(demo.users.owner.id);
});

test.each([
  ["node16", "node16", "types.mts"],
  ["node16", "node16", "types.cts"],
  ["esnext", "bundler", "types.ts"],
])("has its types under module %s and resolution %s in %s", async (module, moduleResolution, file) => {
  const source = `
import { Svc, SvcApiError, type MessageSummary, type TaskSummary } from "@svc/sdk";
import { FileTokenStore } from "@svc/sdk/node";

export async function work(svc: Svc, store: FileTokenStore): Promise<MessageSummary> {
  for await (const task of svc.rooms.tasks.list("room_1")) task satisfies TaskSummary;
  // @ts-expect-error A message has a body.
  await svc.rooms.messages.create("room_1", {});
  await store.save({ accessToken: "a", refreshToken: "r", expiresAt: 0 });
  return svc.rooms.messages.create("room_1", { body: "Hello" }).catch((error: unknown) => {
    if (error instanceof SvcApiError && error.hasCode("rate_limit_exceeded")) {
      error.details?.retryAfterSeconds satisfies number | undefined;
    }
    throw error;
  });
}
`;
  writeFileSync(join(folder, file), source);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--types", "node", "--module", module];
  const { stdout } = await run([TSC, ...options, "--moduleResolution", moduleResolution, file]);
  expect(stdout).toBe("");
});
