import { createServer, type Socket } from "node:net";
import pg from "pg";
import { listen } from "./loopback";

const SERVERS = 12;
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
const OK = frame("R", Buffer.from([0, 0, 0, 0]));
const SYNC = frame("S", Buffer.alloc(0));
const ROLLBACK = frame("Q", Buffer.from("ROLLBACK\0"));
const DISCARD = frame("Q", Buffer.from("DISCARD ALL\0"));

type Sent = { kind: "parse"; name: string; isOurs: boolean } | { kind: "sync" };

interface Server {
  id: number;
  stream: Socket;
  greeting: Buffer;
  /** Names that are prepared there. */
  prepared: Set<string>;
  /** Messages that await their answers, in order. */
  sent: Sent[];
  client: Client | null;
}

interface Client {
  socket: Socket;
  prepared: Map<string, Buffer>;
  waiting: Frame[];
  server: Server | null;
  isAsking: boolean;
  lastServer: number;
}

/**
 * A pooler in transaction mode, stricter than PgBouncer: each transaction comes to another connection, and DISCARD ALL wipes
 * that one first, so that no setting, lock, subscription or plan of the last transaction is left. Statements prepared in the
 * protocol follow their client, as PgBouncer does it since 1.21. Startup options are refused, as there.
 */
export async function startTransactionPooler(databaseUrl: string) {
  const facts = { transactions: 0, moves: 0 };
  const idle: Server[] = [];
  const asking: Client[] = [];
  const clients = new Set<Socket>();
  let opened: Promise<Server[]> | undefined;

  async function openServers(): Promise<Server[]> {
    const servers = await Promise.all(Array.from({ length: SERVERS }, (_, id) => openServer(databaseUrl, id)));
    for (const server of servers) {
      const reader = new FrameReader(true);
      server.stream.on("data", (chunk: Buffer) => {
        for (const message of reader.read(chunk)) receive(server, message);
      });
      server.stream.on("close", () => server.client?.socket.destroy());
    }
    idle.push(...servers);
    return servers;
  }

  function assign(): void {
    while (idle.length > 0 && asking.length > 0) {
      const [server, client] = [idle.shift(), asking.shift()];
      if (!server || !client) return;
      client.isAsking = false;
      Object.assign(server, { client });
      client.server = server;
      facts.transactions += 1;
      if (client.lastServer >= 0 && client.lastServer !== server.id) facts.moves += 1;
      client.lastServer = server.id;
      for (const message of client.waiting.splice(0)) forward(client, server, message);
    }
  }

  function forward(client: Client, server: Server, { type, bytes }: Frame): void {
    const { prepared, sent, stream } = server;
    const parse = (name: string, isOurs: boolean) => {
      prepared.add(name);
      sent.push({ kind: "parse", name, isOurs });
    };
    if (type === "P") {
      const [name = ""] = readCStrings(bytes, 5, 1);
      if (name !== "") client.prepared.set(name, bytes);
      parse(name, false);
    } else if (type === "B" || type === "D") {
      const name = type === "B" ? readCStrings(bytes, 5, 2)[1] : readDescribed(bytes);
      const known = name ? client.prepared.get(name) : undefined;
      if (name && known && !prepared.has(name)) {
        parse(name, true);
        stream.write(known);
      }
    } else if (type === "S" || type === "Q") sent.push({ kind: "sync" });
    stream.write(bytes);
  }

  function receive(server: Server, { type, bytes }: Frame): void {
    const { client, sent, prepared } = server;
    if (type === "1") {
      const answered = sent.shift();
      if (answered?.kind === "parse" && answered.isOurs) return;
    }
    if (type === "Z") {
      for (let skipped = sent.shift(); skipped?.kind === "parse"; skipped = sent.shift()) prepared.delete(skipped.name);
      if (client === null) {
        if (sent.length === 0) idle.push(server);
        assign();
        return;
      }
      client.socket.write(bytes);
      if (sent.length === 0 && String.fromCharCode(bytes[5] ?? 0) === "I") release(server);
      return;
    }
    client?.socket.write(bytes);
  }

  function release(server: Server): void {
    if (server.client) server.client.server = null;
    server.client = null;
    server.prepared.clear();
    server.sent.push({ kind: "sync" });
    server.stream.write(DISCARD);
  }

  const listener = createServer((socket) => {
    const client: Client = { socket, prepared: new Map(), waiting: [], server: null, isAsking: false, lastServer: -1 };
    const reader = new FrameReader(false);
    clients.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      for (const message of reader.read(chunk)) take(client, message);
    });
    socket.on("close", () => {
      clients.delete(socket);
      if (client.isAsking) asking.splice(asking.indexOf(client), 1);
      // Ends a transaction that is left open, and wipes what it did.
      if (client.server) {
        client.server.sent.push({ kind: "sync" }, { kind: "sync" });
        client.server.stream.write(Buffer.concat([SYNC, ROLLBACK]));
        release(client.server);
      }
    });
  });

  function take(client: Client, message: Frame): void {
    if (message.type === "startup") {
      opened ??= openServers();
      return void opened.then(
        ([server]) => greet(client.socket, message.bytes, server?.greeting ?? OK),
        () => client.socket.destroy(),
      );
    }
    if (message.type === "X") return void client.socket.end();
    if (client.server) forward(client, client.server, message);
    else client.waiting.push(message);
    if (!client.server && !client.isAsking) {
      client.isAsking = true;
      asking.push(client);
      assign();
    }
  }

  const { port, close } = await listen(listener);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  url.search = "";
  return {
    url: url.href,
    /** Transactions so far. */
    get transactions() {
      return facts.transactions;
    },
    /** Transactions that came to another connection than the one before of their client. */
    get moves() {
      return facts.moves;
    },
    async close(): Promise<void> {
      for (const socket of clients) socket.destroy();
      for (const { stream } of (await opened) ?? []) stream.destroy();
      await close();
    },
  };
}

/** Null for a portal: it belongs to the transaction. */
function readDescribed(bytes: Buffer): string | null {
  return String.fromCharCode(bytes[5] ?? 0) === "S" ? (readCStrings(bytes, 6, 1)[0] ?? null) : null;
}

function greet(socket: Socket, bytes: Buffer, greeting: Buffer): void {
  const names = readCStrings(bytes, 8, 32).filter((_, index) => index % 2 === 0);
  if (!names.includes("options")) return void socket.write(greeting);
  const reason = "SFATAL\0C08P01\0Munsupported startup parameter: options\0\0";
  socket.end(frame("E", Buffer.from(reason)));
}

/** pg signs in; then its stream is ours. */
async function openServer(connectionString: string, id: number): Promise<Server> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  const parameters: Buffer[] = [];
  const { connection } = client as unknown as { connection: pg.Connection & { stream: Socket } };
  connection.on("parameterStatus", ({ parameterName, parameterValue }: Record<string, string>) =>
    parameters.push(frame("S", Buffer.from(`${parameterName}\0${parameterValue}\0`))),
  );
  await client.connect();
  const { stream } = connection;
  stream.removeAllListeners("data");
  stream.on("error", () => stream.destroy());
  const greeting = Buffer.concat([OK, ...parameters, frame("K", Buffer.alloc(8)), frame("Z", Buffer.from("I"))]);
  return { id, stream, greeting, prepared: new Set(), sent: [], client: null };
}

/** A message of PostgreSQL's protocol with its header. The first one of a client has no type. */
interface Frame {
  type: string;
  bytes: Buffer;
}

/** Cuts a stream into messages. */
class FrameReader {
  private rest = Buffer.alloc(0);

  constructor(private isStarted: boolean) {}

  *read(chunk: Buffer): Generator<Frame> {
    this.rest = Buffer.concat([this.rest, chunk]);
    for (;;) {
      const typeBytes = this.isStarted ? TYPE_BYTES : 0;
      if (this.rest.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + this.rest.readInt32BE(typeBytes);
      if (this.rest.length < end) return;
      const bytes = this.rest.subarray(0, end);
      this.rest = this.rest.subarray(end);
      yield { type: this.isStarted ? String.fromCharCode(bytes[0] ?? 0) : "startup", bytes };
      this.isStarted = true;
    }
  }
}

export function frame(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(TYPE_BYTES + LENGTH_BYTES);
  head.write(type);
  head.writeInt32BE(LENGTH_BYTES + body.length, TYPE_BYTES);
  return Buffer.concat([head, body]);
}

/** Reads up to `count` texts that end with a zero byte. */
function readCStrings(bytes: Buffer, offset: number, count: number): string[] {
  const texts: string[] = [];
  for (let start = offset; texts.length < count; ) {
    const end = bytes.indexOf(0, start);
    if (end < 0 || (end === start && count > 2)) break;
    texts.push(bytes.toString("utf8", start, end));
    start = end + 1;
  }
  return texts;
}
