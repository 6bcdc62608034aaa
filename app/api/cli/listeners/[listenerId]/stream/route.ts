import { HttpError } from "@/lib/api/errors";
import { LISTENER_BEAT_MS } from "@/lib/platform/command-line-limits";
import { newRequestId } from "@/lib/platform/ids";
import { LIVE_HEARTBEAT_MS } from "@/lib/platform/limits";
import { openStream } from "@/lib/webhooks/listeners/open-stream";
import type { StreamPipe } from "@/lib/webhooks/listeners/stream";
import { answerFailure, requireListening } from "../../../serve";

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // no-transform: compression would delay events. The last header tells proxies the same.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Signed requests as server-sent events, `delivery` each. What was not answered is sent again by the next stream, so that
 * there is no id to resume from.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ listenerId: string }> },
): Promise<Response> {
  const line = openLine();
  try {
    const session = await requireListening(request);
    const run = request.headers.get("svc-listen-run");
    const stream = await openStream(session, (await params).listenerId, line.pipe, run);
    if (!stream) throw new HttpError(503, "internal_error", "This process is shutting down. Reconnect.");
    const leave = () => stream.end("gone");
    line.whenCancelled(leave);
    request.signal.addEventListener("abort", leave, { once: true });
    if (request.signal.aborted) leave();
    return new Response(line.body, { headers: HEADERS });
  } catch (error) {
    line.close();
    return answerFailure(error, newRequestId());
  }
}

function openLine() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let onCancel = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made;
    },
    cancel: () => {
      controller = null;
      clearInterval(heartbeat);
      onCancel();
    },
  });
  const write = (text: string) => controller?.enqueue(encoder.encode(text));
  const send = (event: string, data: unknown) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const heartbeat = setInterval(() => write(":\n\n"), LIVE_HEARTBEAT_MS);
  const close = () => {
    clearInterval(heartbeat);
    const open = controller;
    controller = null;
    open?.close();
  };
  const pipe: StreamPipe = {
    send: (delivery) => send("delivery", delivery),
    sendActive: (isActive) => send("active", { isActive }),
    end(reason) {
      send("end", { reason });
      close();
    },
  };
  send("open", { beatMs: LISTENER_BEAT_MS });
  const whenCancelled = (act: () => void): void => {
    onCancel = act;
  };
  return { body, pipe, close, whenCancelled };
}
