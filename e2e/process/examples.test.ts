import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REGISTRY } from "../../lib/docs/surface/registry";
import type { Manifest } from "../../prisma/seed/manifest";
import { readManifest } from "../support/scenes/manifest";
import { runSql } from "../support/scenes/run-sql";
import { makeChildEnv } from "../support/servers/child-process";
import { type Receiver, startReceiver } from "../support/servers/receiver";
import { type Service, startService } from "../support/service";

/**
 * The examples of the description and the reference are what the demo answers. `npx vitest run --project process e2e/process/examples.test.ts -u`
 * records them again after a change.
 */
const FILE = "../../lib/docs/surface/examples.json";

let receiver: Receiver;
let service: Service;
let demo: Manifest;
let token: string;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({ env: { SVC_ALLOWED_PRIVATE_TARGETS: "127.0.0.1" } });
  demo = readManifest(service.manifestFile);
  const env = makeChildEnv({ SVC_DATA_DIR: service.dataDir, SVC_ENV_FILE: join(service.dataDir, "env") });
  const scopes = [...new Set(REGISTRY.map(({ scope }) => scope))].join(" ");
  const args = ["--import", "tsx", "scripts/svc.ts", "token", "--user", "owner", "--scopes", scopes];
  token = (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

interface Example {
  path?: Record<string, string>;
  request?: unknown;
  response: unknown;
}

/** The members that later calls need. */
interface Answered {
  id: string;
  version: number;
  fileId: string;
  uploadUrl: string;
  headers: Record<string, string>;
  data: readonly { id: string }[];
}

test("every operation's example is what the demo answers", async () => {
  const examples: Record<string, Example> = {};
  const { general } = demo.rooms;

  async function call(operationId: string, ids: Record<string, string> = {}, body?: unknown, query = "") {
    const endpoint = REGISTRY.find((candidate) => candidate.operationId === operationId);
    if (!endpoint) throw new Error(`There is no operation ${operationId}`);
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
    const response = await fetch(service.baseUrl + path + query, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered = (await response.json()) as Answered;
    expect([operationId, response.status]).toEqual([operationId, endpoint.response.status]);
    examples[operationId] = {
      ...(Object.keys(ids).length === 0 ? {} : { path: ids }),
      ...(body === undefined ? {} : { request: body }),
      response: answered,
    };
    return answered;
  }

  const roomId = general.id;
  const pair = "?limit=2";
  await call("readMe");
  await call("listOrganizations");
  await call("listRooms", {}, undefined, pair);
  await call("readRoom", { roomId });
  await call("updateRoom", { roomId }, { name: "General" });
  await call("listMembers", { roomId }, undefined, pair);
  await call("listBoards", { roomId }, undefined, pair);
  await call("listMessages", { roomId }, undefined, pair);
  await call("listTasks", { roomId }, undefined, pair);
  await call("listRecords", { roomId }, undefined, pair);
  await call("listEventTypes");
  const { id: webhookId } = demo.webhooks.v2;
  await runSql(demo.databaseUrl, "UPDATE webhooks SET url = $1 WHERE id = $2", [`${receiver.url}/200`, webhookId]);
  const history = await call("listDeliveries", { roomId, webhookId }, undefined, "?limit=1");
  await call("listEvents", { roomId }, undefined, pair);
  await call("redeliver", { roomId, webhookId, deliveryId: history.data[0]?.id ?? "" });
  const message = await call("createMessage", { roomId }, { body: "The draft is ready for review." });
  await call("readMessage", { roomId, messageId: message.id });
  const task = await call("createTask", { roomId }, { title: "Send the minutes", dueDate: "2026-06-12T15:00:00.000Z" });
  await call("readTask", { roomId, taskId: task.id });
  await call("updateTask", { roomId, taskId: task.id }, { status: "COMPLETED", version: task.version });
  const record = await call("createRecord", { roomId }, { title: "Weekly meeting", content: "# Decisions\n" });
  await call("updateRecord", { roomId, recordId: record.id }, { content: "# Decisions\n\n- Ship on Friday.\n" });
  await call("readRecord", { roomId, recordId: record.id });
  const bytes = "name,amount\n";
  const metadata = { fileName: "figures.csv", mimeType: "text/csv", size: bytes.length, taskId: task.id };
  const { fileId, uploadUrl, headers } = await call("createFile", { roomId }, metadata);
  expect((await fetch(uploadUrl, { method: "PUT", headers, body: bytes })).ok).toBe(true);
  await call("completeFile", { roomId, fileId });
  await call("readFile", { roomId, fileId });
  await call("downloadFile", { roomId, fileId });
  await call("listFiles", { roomId }, undefined, pair);
  await call("listSearchResults", {}, undefined, "?q=meeting&limit=2");

  expect(Object.keys(examples).sort()).toEqual(REGISTRY.map(({ operationId }) => operationId).sort());
  await expect(`${JSON.stringify(settleValues(examples), null, 2)}\n`).toMatchFileSnapshot(FILE);
});

const CURSOR = "MS5saXN0LjAxano1dzhyMm1lNGs3bjBxM3Q2djl4Yg";
const AT = "2026-06-09T08:30:00.000Z";
/** Values that differ from one demo to the next, by what they look like. */
const MOVING: readonly [pattern: RegExp, settle: (found: string, count: (kind: string) => string) => string][] = [
  [
    /\b[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g,
    (id, count) => {
      const [prefix = ""] = id.split("_");
      return `${prefix}_01jz5w8r2me4k7n0q3t6v9xb${count(prefix)}`;
    },
  ],
  [/\bevt_[\w-]{22}\b/g, (_, count) => `evt_ZXhhbXBsZUV2ZW50MD${count("evt")}`],
  [
    /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
    (_, count) => `7c6f0a52-3b0e-4d5e-9a57-0d1c2f4b8e${count("uuid")}`,
  ],
  [/\.\d{13}\.[\w-]{43}/g, () => ".1781000000000.SIGNATURE"],
  [/"nextCursor":"[\w-]+"/g, () => `"nextCursor":"${CURSOR}"`],
  [/"durationMs":\d+/g, () => '"durationMs":87'],
  [/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, () => AT],
];

/** The same demo gives the same text: equal values stay equal. */
function settleValues(examples: unknown): unknown {
  const settled = new Map<string, string>();
  const counts = new Map<string, number>();
  const count = (kind: string) => {
    const next = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, next);
    return String(next).padStart(2, "0");
  };
  let text = JSON.stringify(examples).replaceAll(service.baseUrl, "https://svc.example");
  for (const [pattern, settle] of MOVING) {
    text = text.replace(pattern, (found) => {
      const value = settled.get(found) ?? settle(found, count);
      settled.set(found, value);
      return value;
    });
  }
  return JSON.parse(text);
}
