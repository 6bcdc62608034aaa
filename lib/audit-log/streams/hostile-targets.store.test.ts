import { afterAll, beforeAll, expect, test } from "vitest";
import { HOSTILE_TARGETS, REBINDING_TARGETS } from "../../../e2e/support/attacks/hostile-targets";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { openOwner } from "../../access/open-owner";
import { createGuardedClient } from "../../egress/send";
import { resolveHost } from "../../egress/target";
import { encrypt } from "../../platform/crypto";
import { AppError } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { streamSecretPlace } from "../../platform/sealed-places";
import { shared } from "../../platform/shared";
import { STREAM_KINDS, type StreamKind } from "./choices";
import { createStream } from "./create";
import { type SealedDestination, sendBytes } from "./send-bytes";

// The variable must be set before the environment is read.
process.env["SVC_ALLOWED_PRIVATE_TARGETS"] = "";
const database = useTestDatabase();
const world = createWorld(database);
const dialled: string[] = [];
const asked = new Map<string, number>();
const targets = [...HOSTILE_TARGETS, ...REBINDING_TARGETS];

function createClient(options: { reach?: ReadonlySet<"allowed"> }) {
  return createGuardedClient({
    ...options,
    dial: ({ address }) => {
      dialled.push(address);
      return Promise.reject(new Error("No connection in this test."));
    },
    resolve: (host, isTrusted) => {
      const target = targets.find(({ url, answers }) => answers && URL.canParse(url) && new URL(url).hostname === host);
      if (!target?.answers) return host.endsWith(".example") ? Promise.resolve([]) : resolveHost(host, isTrusted);
      const turn = asked.get(host) ?? 0;
      asked.set(host, turn + 1);
      return Promise.resolve(target.answers[Math.min(turn, target.answers.length - 1)] ?? []);
    },
  });
}

beforeAll(() => {
  shared("audit-stream-client", () => createClient({}));
  shared("audit-stream-plain-client", () => createClient({ reach: new Set(["allowed"]) }));
});
afterAll(() => expect(dialled).toEqual([]));

const BUCKET = { bucket: "bucket", region: "eu-1", prefix: "", accessKeyId: "AKID", secretAccessKey: "secret-key" };

function placeOf(url: string, kind: StreamKind): string {
  return kind === "s3" && URL.canParse(url) && /^https?:/i.test(url) ? new URL("/", url).href : url;
}

test.each(STREAM_KINDS)("no hostile target becomes a destination of kind %s", async (kind) => {
  const { id } = await world.user();
  const owner = await openOwner(id, id);
  const created: string[] = [];
  for (const { url } of HOSTILE_TARGETS) {
    const input = { format: "ndjson" as const, url: placeOf(url, kind) };
    const refusal = await createStream(owner, kind === "s3" ? { kind, ...input, ...BUCKET } : { kind, ...input }).catch(
      (error: unknown) => error,
    );
    const issues = refusal instanceof AppError ? (refusal.details?.["issues"] as { path: string }[]) : [];
    if (issues[0]?.path !== "url") created.push(url);
  }
  expect(created).toEqual([]);
});

test.each(STREAM_KINDS)("no batch of kind %s reaches a hostile target", async (kind) => {
  const id = newId("aus");
  const sent: string[] = [];
  const batch = { id: "batch", objectName: "object", rows: 1, body: Buffer.from("{}\n") };
  for (const { url } of targets.filter((target) => /^https?:/i.test(target.url) && URL.canParse(target.url))) {
    const destination: SealedDestination = {
      id,
      kind,
      format: "ndjson",
      ...BUCKET,
      url: placeOf(url, kind),
      secret: encrypt("secret-key", streamSecretPlace(id)),
    };
    const result = await sendBytes(destination, batch);
    if (!/^(?:target_refused|dns_failed)/.test(result ?? "sent")) sent.push(`${url} ${result}`);
  }
  expect(sent).toEqual([]);
});
