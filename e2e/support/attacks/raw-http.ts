import { connect, type Socket } from "node:net";

/** HTTP as bytes, for requests that no client would send. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export async function openConnection(baseUrl: string) {
  const { port } = new URL(baseUrl);
  const socket = connect(Number(port), "127.0.0.1");
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const inbox = createInbox(socket);
  return {
    write: (text: string | Uint8Array) => void socket.write(text),
    /** The next response on this connection; an error when it ends before a response is complete. */
    read: ({ hasBody = true } = {}): Promise<RawResponse> => inbox.take((bytes) => parseResponse(bytes, hasBody)),
    readContinue: async (): Promise<void> => void (await inbox.take(parseContinue)),
    /** Resolves when the server has ended the connection. */
    ended: inbox.ended,
    destroy: () => socket.destroy(),
  };
}

export type RawConnection = Awaited<ReturnType<typeof openConnection>>;

/** One request on a connection of its own. */
export async function sendRaw(baseUrl: string, ...parts: readonly (string | Uint8Array)[]): Promise<RawResponse> {
  const connection = await openConnection(baseUrl);
  try {
    for (const part of parts) connection.write(part);
    return await connection.read();
  } finally {
    connection.destroy();
  }
}

type Parsed = { response: RawResponse; length: number } | null;

function createInbox(socket: Socket) {
  let bytes = Buffer.alloc(0);
  let wake = () => {};
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isEnded = true;
      wake();
      resolve();
    };
    // A reset after the response is a normal end: only the response counts.
    socket.on("end", end).on("close", end).on("error", end);
  });
  socket.on("data", (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    wake();
  });
  return {
    ended,
    async take(parse: (bytes: Buffer) => Parsed): Promise<RawResponse> {
      for (;;) {
        const parsed = parse(bytes);
        if (parsed) {
          bytes = bytes.subarray(parsed.length);
          return parsed.response;
        }
        if (isEnded) throw new Error(`The connection ended after: ${JSON.stringify(bytes.toString().slice(0, 500))}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

function parseContinue(bytes: Buffer): Parsed {
  const line = "HTTP/1.1 100 Continue\r\n\r\n";
  if (bytes.length < line.length) return null;
  if (!bytes.toString("latin1").startsWith(line)) throw new Error(`Instead of 100 came: ${bytes.toString()}`);
  return { response: { status: 100, headers: {}, body: "" }, length: line.length };
}

/** null: not complete yet. */
function parseResponse(bytes: Buffer, hasBody: boolean): Parsed {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const [statusLine = "", ...lines] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  if (status === 100) {
    const next = parseResponse(bytes.subarray(headEnd + 4), hasBody);
    return next && { ...next, length: next.length + headEnd + 4 };
  }
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  if (headers["transfer-encoding"] !== undefined) throw new Error("Answers of the API have a length.");
  const start = headEnd + 4;
  const length = hasBody && status !== 204 ? Number(headers["content-length"] ?? 0) : 0;
  if (bytes.length < start + length) return null;
  return {
    response: { status, headers, body: bytes.subarray(start, start + length).toString("utf8") },
    length: start + length,
  };
}
