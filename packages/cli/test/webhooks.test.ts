import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEvents } from "../src/listen-stream";
import { run } from "../src/program";
import type { Surroundings } from "../src/surroundings";
import { setMembers } from "../src/trigger";

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
/** How a receiver verifies, by the path that it is asked at. */
const RECEIVERS: Record<string, { key: string; read: (body: string) => string; hasWindow: boolean }> = {
  "/right": { key: SECRET, read: (body) => body, hasWindow: true },
  "/no-prefix": { key: SECRET.slice(6), read: (body) => body, hasWindow: true },
  "/parsed": { key: SECRET, read: (body) => JSON.stringify(JSON.parse(body), null, 2), hasWindow: true },
  "/no-window": { key: SECRET, read: (body) => body, hasWindow: false },
};

let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    void readBody(request).then((body) => response.writeHead(judge(request, body)).end());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function judgeByLibrary(headers: IncomingMessage["headers"], body: string): number {
  try {
    new Webhook(`whsec_${Buffer.from(SECRET).toString("base64")}`).verify(body, headers as Record<string, string>);
    return 204;
  } catch {
    return 401;
  }
}

function judge({ url = "", headers }: IncomingMessage, body: string): number {
  if (url === "/standard") return judgeByLibrary(headers, body);
  const receiver = RECEIVERS[url];
  if (!receiver) return 404;
  const timestamp = String(headers["svc-webhook-timestamp"]);
  if (receiver.hasWindow && Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return 400;
  const mac = createHmac("sha256", receiver.key)
    .update(`${timestamp}.${receiver.read(body)}`)
    .digest("hex");
  return String(headers["svc-webhook-signature"]).split(",").includes(`v1=${mac}`) ? 204 : 401;
}

async function svc(...args: string[]) {
  const written = { out: "", error: "" };
  const keep = (stream: keyof typeof written) => (text: string) => {
    written[stream] += text;
    return true;
  };
  const surroundings = {
    env: { SVC_WEBHOOK_SECRET: SECRET },
    stdin: process.stdin,
    stdout: { write: keep("out") },
    stderr: { write: keep("error") },
    fetch,
    platform: "linux",
    homeDirectory: "/nonexistent",
    deviceName: "test",
    openBrowser: async () => false,
    signal: new AbortController().signal,
  } as unknown as Surroundings;
  return { code: await run(args, surroundings), ...written };
}

describe("svc webhooks conform", () => {
  test("passes a receiver that handles everything", async () => {
    const { code, out } = await svc("webhooks", "conform", `${base}/right`, "--v1");
    expect([code, out.match(/ handled/g)?.length]).toEqual([0, 10]);
  });

  test("sends the headers of Standard Webhooks on request, to a receiver that reads nothing else", async () => {
    const { code, out } = await svc("webhooks", "conform", `${base}/standard`, "--standard-webhooks");
    expect([code, out.match(/ handled/g)?.length]).toEqual([0, 10]);
    expect((await svc("webhooks", "conform", `${base}/standard`)).code).toBe(1);
  });

  test.each([
    ["/no-prefix", "uses the secret without its prefix whsec_"],
    ["/parsed", "re-serializes the parsed JSON with indentation"],
    ["/no-window", "stale        NOT handled (204)"],
    ["/nowhere", "has no such path"],
  ])("names the mistake of %s", async (path, said) => {
    const { code, out } = await svc("webhooks", "conform", `${base}${path}`);
    expect(code).toBe(1);
    expect(out).toContain(said);
  });
});

describe("svc webhooks verify", () => {
  const body = '{"id":"evt_1","text":"議事録"}';
  const seconds = Math.floor(Date.now() / 1000);
  const sign = (key: string, timestamp: number | string, text = body) =>
    createHmac("sha256", key).update(`${timestamp}.${text}`).digest("hex");

  test.each([
    ["a right one", seconds, `v1=${sign(SECRET, seconds)}`, 0, "The signature matches"],
    ["an old one", seconds - 900, `v1=${sign(SECRET, seconds - 900)}`, 3, "seconds old; 300 are accepted"],
    ["another secret", seconds, `v1=${sign("whsec_x", seconds)}`, 3, "wrong secret"],
    ["milliseconds", seconds, `v1=${sign(SECRET, `${seconds}000`)}`, 3, "reads the timestamp as milliseconds"],
    ["no prefix", seconds, sign(SECRET, seconds), 3, "without its prefix v1="],
  ])("judges %s", async (_, timestamp, signature, code, said) => {
    const headers = [
      "--header",
      `Svc-Webhook-Timestamp: ${timestamp}`,
      "--header",
      `svc-webhook-signature: ${signature}`,
    ];
    const verified = await svc("webhooks", "verify", "--payload", body, ...headers);
    expect(verified.code).toBe(code);
    expect(verified.out).toContain(said);
  });

  const standard = (key: string, id = "evt_1") => {
    const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
    return [
      "webhook-id: evt_1",
      `webhook-timestamp: ${seconds}`,
      `webhook-signature: v1,${"A".repeat(43)}= v1,${signature}`,
    ];
  };
  const own = (key: string) => [`Svc-Webhook-Timestamp: ${seconds}`, `Svc-Webhook-Signature: v1=${sign(key, seconds)}`];
  const spelled = `whsec_${Buffer.from(SECRET).toString("base64")}`;

  test.each([
    ["their headers alone", standard(SECRET), SECRET, 0, "The signature matches"],
    ["the other spelling", standard(SECRET), spelled, 0, "The signature matches"],
    ["the other spelling on our own headers", own(SECRET), spelled, 0, "The signature matches"],
    ["both", [...own(SECRET), ...standard(SECRET)], SECRET, 0, "So does that of Standard Webhooks"],
    ["both, one forged", [...own(SECRET), ...standard("whsec_x")], SECRET, 3, "No Standard Webhooks signature matches"],
    ["both, ours forged", [...own("whsec_x"), ...standard(SECRET)], SECRET, 3, "wrong secret"],
    ["another id", standard(SECRET, "evt_2"), SECRET, 3, "No Standard Webhooks signature matches"],
    ["no id", standard(SECRET).slice(1), SECRET, 3, "The header webhook-id is missing"],
  ])("judges Standard Webhooks: %s", async (_, lines, secret, code, said) => {
    const headers = lines.flatMap((line) => ["--header", line]);
    const verified = await svc("webhooks", "verify", "--payload", body, "--secret", secret, ...headers);
    expect(verified.code).toBe(code);
    expect(verified.out).toContain(said);
  });

  test("needs a secret, and says how to give it", async () => {
    const { code, error } = await svc("webhooks", "verify", "--payload", body, "--header", "a: b", "--secret", " ");
    expect([code, error]).toEqual([4, expect.stringContaining("SVC_WEBHOOK_SECRET")]);
  });
});

describe("svc trigger", () => {
  test("sends a signed sample to a receiver", async () => {
    expect(await svc("trigger", "file.uploaded", "--sample", `${base}/right`)).toMatchObject({ code: 0 });
  });

  test("sets members by their path, and no prototype", () => {
    const set = ["body=Hi = there", "n=3", "data.object.id=msg_1"];
    expect(setMembers({ data: { a: 1 } }, set)).toEqual({
      body: "Hi = there",
      n: 3,
      data: { a: 1, object: { id: "msg_1" } },
    });
    expect(() => setMembers({}, ["__proto__.a=1"])).toThrow("cannot be set");
  });
});

test("events of a stream are read across chunks, without its comments", async () => {
  const text = ':\n\nevent: delivery\ndata: {"text":"議事録"}\n\n:\n\nevent: end\ndata: {}\n\nevent: cut';
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(body, new AbortController().signal)) events.push(event);
  expect(events).toEqual([
    { event: "delivery", data: '{"text":"議事録"}' },
    { event: "end", data: "{}" },
  ]);
});

test("a stream is left when its reader is aborted, and when it is silent for too long", async () => {
  const open = () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("event: open\ndata: {}\n\n")),
      cancel: () => {
        isCancelled = true;
      },
    });
    return { body, isCancelled: () => isCancelled };
  };
  const aborted = open();
  const reader = new AbortController();
  for await (const { event } of readEvents(aborted.body, reader.signal)) {
    expect(event).toBe("open");
    reader.abort();
  }
  expect(aborted.isCancelled()).toBe(true);
  const silent = open();
  for await (const { event } of readEvents(silent.body, new AbortController().signal, 20)) expect(event).toBe("open");
  expect(silent.isCancelled()).toBe(true);
});
