/** One server-sent event. */
export interface StreamEvent {
  event: string;
  data: string;
}

/** The service says something every 15 seconds. After three silent times the connection is dead, though none of us was told. */
const SILENT_MS = 50_000;

/**
 * The bytes of a response, until it ends, falls silent or the signal is aborted. The body itself is cancelled: the signal
 * of a `fetch` can be collected as garbage while its body is read, and an abort then reaches nothing.
 */
async function* readChunks(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  silentMs: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  let silence: NodeJS.Timeout | undefined;
  signal.addEventListener("abort", cancel, { once: true });
  try {
    while (!signal.aborted) {
      silence = setTimeout(cancel, silentMs);
      const { value, done } = await reader.read();
      clearTimeout(silence);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

/** The events of a response. Comments, which only keep the connection awake, are left out. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  silentMs = SILENT_MS,
): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of readChunks(body, signal, silentMs)) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n");
      const read = (name: string) =>
        lines.flatMap((line) => (line.startsWith(`${name}: `) ? line.slice(name.length + 2) : [])).join("\n");
      if (read("event") !== "") yield { event: read("event"), data: read("data") };
    }
  }
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;

/** Grows with each failure, and is a little different for each command line. */
export function computeReconnectMs(failures: number, random = Math.random): number {
  const grown = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  return Math.round(grown * (0.5 + random() / 2));
}
