import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../../scripts/database/free-port.mjs";

/** How a network behaves; `cut` breaks every third connection that sends this word, before or after it has arrived. */
export type Weather =
  | { kind: "clear" }
  | { kind: "slow"; delayMs: number }
  | { kind: "hung" }
  | { kind: "refusing" }
  | { kind: "cut"; word: string; arrives: boolean };

const CUT_EVERY = 3;

/** A loopback proxy between a process and what it depends on. `readTarget` is asked for each connection. */
export async function startTcpProxy(readTarget: () => number) {
  const port = await findFreePort();
  const pairs = new Set<[Socket, Socket]>();
  let weather: Weather = { kind: "clear" };
  let words = 0;
  let cuts = 0;
  let server = await listen();

  function listen(): Promise<Server> {
    const created = createServer((near) => open(near));
    return new Promise((resolve) => created.listen(port, "127.0.0.1", () => resolve(created)));
  }

  function open(near: Socket): void {
    const far = connect(readTarget(), "127.0.0.1");
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true).on("error", () => undefined);
      socket.once("close", () => end(pair));
    }
    pass(near, far, (chunk) => isCut(chunk, pair));
    pass(far, near, () => false);
    if (weather.kind === "hung") for (const socket of pair) socket.pause();
  }

  function pass(from: Socket, to: Socket, isTaken: (chunk: Buffer) => boolean): void {
    let sent: Promise<unknown> = Promise.resolve();
    from.on("data", (chunk: Buffer) => {
      if (isTaken(chunk)) return;
      if (weather.kind !== "slow") return void sent.then(() => to.write(chunk));
      const arrival = sleep(weather.delayMs);
      sent = sent.then(() => arrival).then(() => to.write(chunk));
    });
    from.once("end", () => void sent.then(() => to.end()));
  }

  function isCut(chunk: Buffer, pair: [Socket, Socket]): boolean {
    if (weather.kind !== "cut" || !chunk.includes(weather.word)) return false;
    words += 1;
    if (words % CUT_EVERY !== 0) return false;
    cuts += 1;
    const [near, far] = pair;
    // The response is lost, and PostgreSQL has the statement.
    if (weather.arrives) far.end(chunk);
    else far.destroy();
    near.destroy();
    return true;
  }

  function end(pair: [Socket, Socket]): void {
    pairs.delete(pair);
    const [near, far] = pair;
    near.destroy();
    if (!far.writableEnded) far.destroy();
  }

  async function stopListening(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const pair of pairs) end(pair);
    await closed;
  }

  return {
    port,
    /** Connections that were broken on purpose. */
    get cuts() {
      return cuts;
    },
    async set(next: Weather): Promise<void> {
      const wasRefusing = weather.kind === "refusing";
      weather = next;
      if (next.kind === "refusing") return stopListening();
      if (wasRefusing) server = await listen();
      for (const socket of [...pairs].flat()) {
        if (next.kind === "hung") socket.pause();
        else socket.resume();
      }
    },
    close: stopListening,
  };
}
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;
