import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { join } from "node:path";
import type { EventFacts } from "../../lib/events/event";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2 } from "../../lib/platform/limits";
import { buildHeaders } from "../../lib/webhooks/delivery/headers";
import { buildPayload } from "../../lib/webhooks/delivery/payload";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { untilTrue } from "../support/scenes/eventually";
import { keepOutput, kill } from "../support/servers/child-process";
import { noteUntested } from "../support/tables/untested";

export const TSX = createRequire(import.meta.url).resolve("tsx");

/** How each language starts the file that its block names. */
const LANGUAGES: Record<string, { needs: string[]; build?: string[]; start: (port: number) => string[] }> = {
  js: { needs: ["node", "--version"], start: () => ["node", "receiver.mjs"] },
  ts: { needs: ["node", "--version"], start: () => ["node", "--import", TSX, "receiver.ts"] },
  python: { needs: ["python3", "--version"], start: () => ["python3", "receiver.py"] },
  go: {
    needs: ["go", "version"],
    build: ["go", "build", "-o", "receiver", "receiver.go"],
    start: () => ["./receiver"],
  },
  php: { needs: ["php", "--version"], start: (port) => ["php", "-S", `127.0.0.1:${port}`, "receiver.php"] },
  ruby: { needs: ["ruby", "-rwebrick", "-e", ""], start: () => ["ruby", "receiver.rb"] },
};

/** The file that the first line of a receiver's block names. */
export function readReceiverFile(code: string): string | undefined {
  return /^(?:<\?php )?(?:\/\/|#) (receiver\.\w+):/.exec(code)?.[1];
}

export const STARTABLE = Object.keys(LANGUAGES);

export function canStart(language: string): boolean {
  const [command = language, ...parameters] = LANGUAGES[language]?.needs ?? [];
  if (spawnSync(command, parameters).status === 0) return true;
  noteUntested(`the receiver in ${language}`, `This fails: ${[command, ...parameters].join(" ")}`);
  return false;
}

export interface DocumentedReceiver {
  url: string;
  readOutput: () => string;
  stop: () => Promise<unknown>;
}

export async function startDocumentedReceiver(
  directory: string,
  { language, code }: { language: string; code: string },
  secrets: readonly string[],
  variables: Record<string, string>,
): Promise<DocumentedReceiver> {
  const how = LANGUAGES[language];
  if (!how) throw new Error(`Nothing says how a receiver in ${language} starts.`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, readReceiverFile(code) ?? ""), code);
  const port = await findFreePort();
  const env = {
    ...process.env,
    ...variables,
    SVC_WEBHOOK_SECRET: [...secrets, ""].join(","),
    RECEIVER_PORT: String(port),
  };
  const [builder, ...sources] = how.build ?? [];
  if (builder !== undefined) execFileSync(builder, sources, { cwd: directory, env, stdio: "inherit" });
  const [command = "", ...parameters] = how.start(port);
  const child = spawn(command, parameters, { cwd: directory, env });
  const readOutput = keepOutput({ stdout: child.stdout });
  const readErrors = keepOutput({ stderr: child.stderr });
  await untilTrue(async () => {
    if (child.exitCode !== null) throw new Error(`The receiver has ended:\n${readErrors()}`);
    return isListening(port);
  });
  return { url: `http://127.0.0.1:${port}/`, readOutput, stop: () => kill(child) };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.unref();
    socket.once("connect", () => socket.destroy());
  });
}

export interface DocumentedDelivery {
  name: string;
  status: 204 | 401;
  /** The line that a receiver prints when it handles the event. */
  printed?: string;
  headers: Record<string, string>;
  body: string;
}

/** Deliveries as the service builds them, and forgeries of them, for a receiver that holds `current` and `next`. */
export function makeDeliveries(current: string, next: string): DocumentedDelivery[] {
  const makeV2 = () => makeEvent("message.created", "message", null);
  const makeV1 = () => makeEvent("record.deleted", "record", { id: "rec_1", title: "議事録 é" });
  const v2 = build(makeV2(), WEBHOOK_API_VERSION_V2, [current]);
  const v1 = build(makeV1(), WEBHOOK_API_VERSION_V1, [current]);
  const isHandled = (type: string, { headers }: { headers: Record<string, string> }) => ({
    status: 204 as const,
    printed: `${type} ${headers["Svc-Webhook-Id"]}`,
  });
  const rotating = build(makeV2(), WEBHOOK_API_VERSION_V2, [current, next]);
  const ended = build(makeV1(), WEBHOOK_API_VERSION_V1, [next]);
  const second = build(makeV2(), WEBHOOK_API_VERSION_V2, ["whsec_foreign", next]);
  const refused = (change: Partial<ReturnType<typeof build>> = {}) => {
    const genuine = build(makeV2(), WEBHOOK_API_VERSION_V2, [current]);
    return { ...genuine, ...change, headers: { ...genuine.headers, ...change.headers }, status: 401 as const };
  };
  const stale = build(makeV2(), WEBHOOK_API_VERSION_V2, [current], Date.now() - 400_000);
  const early = build(makeV2(), WEBHOOK_API_VERSION_V2, [current], Date.now() + 400_000);
  const { "Svc-Webhook-Signature": _, ...unsigned } = build(makeV1(), WEBHOOK_API_VERSION_V1, [current]).headers;
  return [
    { name: "v2", ...v2, ...isHandled("message.created", v2) },
    { name: "the same again, as an automatic retry", ...v2, status: 204 },
    { name: "v1, beyond ASCII", ...v1, ...isHandled("record.deleted", v1) },
    { name: "a rotation, both secrets", ...rotating, ...isHandled("message.created", rotating) },
    { name: "the next secret alone", ...ended, ...isHandled("record.deleted", ended) },
    { name: "a match in the second part", ...second, ...isHandled("message.created", second) },
    { name: "another secret", ...build(makeV2(), WEBHOOK_API_VERSION_V2, ["whsec_foreign"]), status: 401 },
    { name: "an empty secret", ...build(makeV2(), WEBHOOK_API_VERSION_V2, [""]), status: 401 },
    { name: "an altered body", ...refused({ body: "{}" }) },
    { name: "an altered timestamp", ...refused({ headers: { "Svc-Webhook-Timestamp": String(nowSeconds() + 1) } }) },
    { name: "a timestamp in words", ...refused({ headers: { "Svc-Webhook-Timestamp": "now" } }) },
    { name: "a timestamp of 400 seconds ago", ...stale, status: 401 },
    { name: "a timestamp in 400 seconds", ...early, status: 401 },
    { name: "a signature that is no hex", ...refused({ headers: { "Svc-Webhook-Signature": "v1=é" } }) },
    { name: "the legacy signature alone", headers: unsigned, body: v1.body, status: 401 },
    { name: "no headers at all", headers: {}, body: v2.body, status: 401 },
  ];
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function makeEvent(type: string, objectType: string, v1Data: unknown): EventFacts {
  return {
    id: `evt_${randomBytes(16).toString("base64url")}`,
    type,
    roomId: "room_1",
    organizationId: null,
    objectType,
    objectId: `${objectType}_1`,
    v1Data,
    createdAt: new Date(),
  };
}

function build(
  event: EventFacts,
  apiVersion: typeof WEBHOOK_API_VERSION_V1 | typeof WEBHOOK_API_VERSION_V2,
  secrets: readonly [string, ...string[]],
  atMs = Date.now(),
): { headers: Record<string, string>; body: string } {
  const deliveryId = crypto.randomUUID();
  const body = buildPayload(apiVersion, event, deliveryId);
  const headers = buildHeaders({
    apiVersion,
    eventId: event.id,
    eventType: event.type,
    deliveryId,
    body: Buffer.from(body),
    secrets,
    customHeaders: {},
    standardHeaders: false,
    now: new Date(atMs),
  });
  return { headers, body };
}
