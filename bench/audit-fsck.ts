import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { appendRows } from "../lib/audit/proof/append-rows";
import { readCheckpoint, readKeys, readTileBytes } from "../lib/audit/proof/read-log";
import { parseTilePath } from "../lib/audit/proof/tiles";
import { ensureAuditPartitions } from "../lib/audit/retention";
import { readAuditQuery } from "../lib/audit-log/audit-filter";
import { exportAudit } from "../lib/audit-log/export-audit";
import { openAudit } from "../lib/audit-log/open-audit";
import { closeDatabase } from "../lib/db/pool";
import { INSERT_AUDIT_ROWS } from "./audit-rows";
import { numbered, openWebhookWorld } from "./webhook-world";

/**
 * `TESSERA_FSCK=… npm run bench:fsck`: a large log of our sequencer before a judge that is not ours, cmd/fsck of
 * transparency-dev/tessera, and before our own verifier. Both then have to refuse the same log with one changed bit.
 */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 10_000_000);
const ENTITIES = 1_000;
/** Rows of one transaction. */
const ROUND_ROWS = 1_000;
const FSCK = process.env["TESSERA_FSCK"] ?? "";
/** fsck can end with 0 after it has found a fault: its words count. */
const ACCEPTED = "Successfully fsck'd log";

if (FSCK === "")
  throw new Error("TESSERA_FSCK is missing: the path of cmd/fsck of github.com/transparency-dev/tessera.");
process.env["SVC_AUDIT_LOG_KEY"] ??= `dev_k1:${"A".repeat(43)}=`;
const directory = mkdtempSync(join(tmpdir(), "svc-bench-fsck-"));
const { cluster, client, url: databaseUrl } = await openWebhookWorld();
/** So that no reading of the size waits for rows. */
const writer = new pg.Client({ connectionString: databaseUrl });
/** The log as the public routes give it. */
const server = createServer((request, response) => {
  answer(request.url ?? "", response).catch(() => response.writeHead(500).end());
});

async function answer(url: string, response: ServerResponse): Promise<void> {
  const [, part = "", ...rest] = url.split("/");
  const body = await readPart(part, rest.join("/"));
  if (body === null) return void response.writeHead(404).end();
  response.end(body);
}

async function readPart(part: string, path: string): Promise<string | Buffer | null> {
  if (part === "checkpoint") return readCheckpoint();
  if (part === "keys") return JSON.stringify(await readKeys());
  const asked = part === "tile" ? parseTilePath(path) : null;
  return asked && readTileBytes(asked);
}

async function readSize(): Promise<number> {
  const { rows } = await client.query<{ size: string }>("SELECT size FROM audit_tree");
  return Number(rows[0]?.size);
}

/** A command and what it said, its progress left out. */
function run(command: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
      });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: output.trim() }));
  });
}

async function measure<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const beganMs = performance.now();
  const result = await work();
  console.log(`${name}: ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`);
  return result;
}

async function fillLog(): Promise<string> {
  await ensureAuditPartitions();
  let isWritten = false;
  const began = new Date();
  const write = async () => {
    for (let first = 1; first <= ROWS; first += ROUND_ROWS)
      await writer.query(INSERT_AUDIT_ROWS, [first + ROUND_ROWS - 1, ENTITIES, began, 0, false, first]);
    isWritten = true;
  };
  const writing = write();
  // A failure is thrown where the writer is awaited.
  writing.catch(() => {
    isWritten = true;
  });
  let kept = "";
  let toldAt = performance.now();
  for (let isLast = false; !(isLast && isWritten); ) {
    isLast = await appendRows();
    const size = await readSize();
    if (kept === "" && size >= ROWS / 2) kept = (await readCheckpoint()) ?? "";
    if (isLast) await client.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
    if (performance.now() - toldAt < 60_000) continue;
    toldAt = performance.now();
    console.log(`  ${size} rows signed`);
  }
  await writing;
  for (let isLast = false; !isLast || (await readSize()) < ROWS; ) {
    await client.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
    isLast = await appendRows();
  }
  return kept;
}

const [id, entity] = [numbered("usr", 1), numbered("bil", 1)];

async function addReader(): Promise<void> {
  await client.query(
    "INSERT INTO billing_entities (id, kind, plan, created_at) VALUES ($1, 'INDIVIDUAL', 'UNLIMITED', now())",
    [entity],
  );
  await client.query(
    "INSERT INTO users (id, email, name, billing_entity_id, created_at) VALUES ($1, $1 || '@example.test', 'Ada', $2, now())",
    [id, entity],
  );
}

async function exportArea(): Promise<string> {
  const access = await openAudit({ id, isAdmin: false }, "");
  let text = "";
  for await (const part of exportAudit(
    access,
    readAuditQuery(() => ""),
    { format: "proof", keptSize: Math.floor(ROWS / 3) },
  ))
    text += part;
  const path = join(directory, "export.ndjson");
  writeFileSync(path, text);
  return path;
}

/** Whether each of the judges accepts the log. */
async function judge(kept: string): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const { key = "" } = (await readKeys()) ?? {};
  const [keyFile, checkpointFile] = [join(directory, "log.key"), join(directory, "kept.checkpoint")];
  writeFileSync(keyFile, key);
  writeFileSync(checkpointFile, kept);
  const fsck = await measure("  cmd/fsck", () =>
    run(FSCK, ["--storage_url", `${url}/`, "--public_key", keyFile, "--ui=false", "--N", "2"]),
  );
  console.log(`  fsck ${fsck.output.includes(ACCEPTED) ? "accepts" : "refuses"} the log:`);
  for (const line of fsck.output.split("\n").slice(0, 5)) console.log(`    ${line.slice(0, 240)}`);
  const verifier = ["--import", "tsx", "packages/audit-verifier/src/main.ts"];
  const follow = ["follow", "--key", key, "--checkpoint", checkpointFile, url];
  const followed = await run(process.execPath, [...verifier, ...follow]);
  console.log(`  our verifier follows the log: ${followed.code}\n    ${followed.output}`);
  const file = await measure("  an export with proofs", exportArea);
  const verified = await run(process.execPath, [...verifier, "--key", key, file]);
  console.log(`  our verifier on the export: ${verified.code}\n${verified.output.replaceAll(/^/gm, "    ")}`);
}

try {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const beganMs = performance.now();
  await writer.connect();
  await addReader();
  const kept = await measure(`${ROWS} rows written and signed`, fillLog);
  console.log(`${Math.round(ROWS / ((performance.now() - beganMs) / 1_000))} rows a second`);
  console.log("The log as it is:");
  await judge(kept);
  // Its neighbour is a row of the exported area. `follow` reads no entries, and has nothing to find.
  await client.query(
    "UPDATE audit_tiles SET data = set_byte(data, 32, get_byte(data, 32) # 1) WHERE level = 0 AND index = 0",
  );
  console.log("With one bit of its second entry changed:");
  await judge(kept);
} finally {
  server.close();
  server.closeAllConnections();
  await writer.end();
  await client.end();
  await closeDatabase();
  await cluster.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
