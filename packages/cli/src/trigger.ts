import { randomBytes, randomUUID } from "node:crypto";
import type { Command } from "commander";
import { Failure } from "./fail";
import { postHook, readHookUrl } from "./post-hook";
import { collectValues } from "./read-data";
import type { Connection } from "./session";
import type { Svc } from "./svc";
import { signWebhook } from "./webhook-signing";

interface TriggerOptions {
  room: string | undefined;
  set: string[] | undefined;
  sample: string | undefined;
  secret: string | undefined;
}

interface Made {
  id: string;
  version?: number;
}

interface Write {
  /** The members of the write's body, before --set. */
  body: Record<string, unknown>;
  run(connection: Connection, roomId: string, body: object): Promise<Made>;
}

function post(connection: Connection, path: string, body: object, method: "POST" | "PATCH" = "POST"): Promise<Made> {
  return connection.v1.send<Made>({ method, path, body, takesIdempotencyKey: true });
}

/** The writes that cause an event and need nothing but a room. */
const WRITES: Readonly<Record<string, Write>> = {
  "message.created": {
    body: { body: "Hello from svc trigger" },
    run: (connection, roomId, body) => post(connection, `/v1/rooms/${roomId}/messages`, body),
  },
  "task.created": {
    body: { title: "A task from svc trigger" },
    run: (connection, roomId, body) => post(connection, `/v1/rooms/${roomId}/tasks`, body),
  },
  "task.updated": {
    body: { status: "IN_PROGRESS" },
    async run(connection, roomId, body) {
      const { id, version } = await post(connection, `/v1/rooms/${roomId}/tasks`, { title: "A task from svc trigger" });
      return post(connection, `/v1/rooms/${roomId}/tasks/${id}`, { version, ...body }, "PATCH");
    },
  },
  "record.created": {
    body: { title: "A record from svc trigger" },
    run: (connection, roomId, body) => post(connection, `/v1/rooms/${roomId}/records`, body),
  },
  "record.updated": {
    body: { content: "Changed by svc trigger" },
    async run(connection, roomId, body) {
      const { id } = await post(connection, `/v1/rooms/${roomId}/records`, { title: "A record from svc trigger" });
      return post(connection, `/v1/rooms/${roomId}/records/${id}`, body, "PATCH");
    },
  },
};

/** Objects that the first word of the type does not name. */
const OBJECTS: Readonly<Record<string, string>> = { approval: "record", key: "api_key", usage: "billing_entity" };

/** Members of `data` beside the object. */
const DETAILS: Readonly<Record<string, object>> = { "usage.threshold": { thresholdPercent: 80 } };

export function registerTrigger(program: Command, svc: Svc): void {
  program
    .command("trigger")
    .description("cause an event by a real write in a room, or send a signed sample")
    .argument("<event>", `one of ${Object.keys(WRITES).join(", ")}; any type with --sample`)
    .option("--room <id>", "the room to write in (default: your newest)")
    .option(
      "--set <path=value>",
      "a member of the body, such as body=Hi or data.object.id=msg_1; repeatable",
      collectValues,
    )
    .option("--sample <url>", "send a sample to this receiver instead of writing")
    .option("--secret <whsec_…>", "signs the sample; prefer SVC_WEBHOOK_SECRET")
    .action((event: string, options: TriggerOptions) =>
      options.sample === undefined ? write(svc, event, options) : sendSample(svc, event, options.sample, options),
    );
}

async function write(svc: Svc, event: string, { room, set = [] }: TriggerOptions): Promise<void> {
  const known = WRITES[event];
  if (!known) {
    const advice = `These can: ${Object.keys(WRITES).join(", ")}. For any other add --sample <url>.`;
    throw new Failure("usage", `No single write causes ${event}.`, advice);
  }
  const connection = await svc.connect();
  const roomId = room ?? (await findRoom(connection));
  const made = await known.run(connection, roomId, setMembers(known.body, set));
  svc.output.result({ event, roomId, id: made.id }, () => `${event}: wrote ${made.id} in ${roomId}.`);
}

async function findRoom({ v1 }: Connection): Promise<string> {
  const { data } = await v1.send<{ data: { id: string }[] }>({ method: "GET", path: "/v1/rooms", query: { limit: 1 } });
  const [room] = data;
  if (room) return room.id;
  throw new Failure("input", "You have no rooms here.", "Pass --room, or choose another --organization.");
}

async function sendSample(
  svc: Svc,
  event: string,
  to: string,
  { set = [], secret, room }: TriggerOptions,
): Promise<void> {
  const key = secret ?? svc.surroundings.env["SVC_WEBHOOK_SECRET"];
  if (!key) throw new Failure("usage", "A sample needs a secret.", "Set SVC_WEBHOOK_SECRET, or give --secret.");
  const [object = "message"] = event.split(".");
  const id = `evt_${randomBytes(16).toString("base64url")}`;
  const facts = {
    id,
    type: event,
    apiVersion: "2026-06-09",
    createdAt: new Date().toISOString(),
    organizationId: "",
    roomId: room ?? "room_01jx8w6a00b2qfc7t9d5x1g6rk",
    data: { object: { id: `${object}_sample`, type: OBJECTS[object] ?? object }, ...DETAILS[event] },
  };
  const body = JSON.stringify(setMembers(facts, set));
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Svc-Webhook/2.0",
    "Svc-Webhook-Id": id,
    "Svc-Webhook-Delivery": randomUUID(),
    "Svc-Webhook-Timestamp": timestamp,
    "Svc-Webhook-Signature": signWebhook({ secret: key, timestamp, body }),
    "Svc-Webhook-Type": event,
    "Svc-Webhook-Api-Version": "2026-06-09",
  };
  const { statusCode, error, durationMs } = await postHook(readHookUrl(to), { headers, body });
  svc.output.result(
    { event, statusCode, error, durationMs },
    () => `${event}: ${statusCode ?? error} in ${durationMs} ms.`,
  );
  if (statusCode === null || statusCode >= 300)
    throw new Failure(
      "api",
      `The receiver did not accept the sample: ${statusCode ?? error}.`,
      "svc webhooks conform <url>",
    );
}

/** `a.b=value`: numbers, true, false, null and JSON are read as such, everything else is text. */
export function setMembers(body: Record<string, unknown>, given: readonly string[]): Record<string, unknown> {
  const copy = structuredClone(body);
  for (const text of given) {
    const [, path = "", value = ""] = /^([\w.]+)=(.*)$/s.exec(text) ?? [];
    if (path === "")
      throw new Failure("usage", `${text} sets nothing.`, "Write --set title=Hello, or data.object.id=msg_1.");
    const names = path.split(".");
    const last = names.pop() ?? "";
    if (names.concat(last).includes("__proto__")) throw new Failure("usage", `${path} cannot be set.`);
    let place: Record<string, unknown> = copy;
    for (const name of names) {
      const next = place[name];
      const inner = typeof next === "object" && next !== null ? (next as Record<string, unknown>) : {};
      place[name] = inner;
      place = inner;
    }
    place[last] = readValue(value);
  }
  return copy;
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
