import { createServer, type Socket } from "node:net";
import { listen } from "./loopback";

/** The word behind the plus of the recipient, as in `ann+refuse@…`. Mail to every other address is taken. */
type Behaviour = "refuse" | "defer" | "refuse-data" | "drop" | "forget" | "hang";

interface ReceivedMail {
  from: string;
  to: string;
  /** Headers and body as they came over the wire, with lines ended by \n. */
  raw: string;
}

interface SmtpServerOptions {
  /** Refuses our own address, as a server does that is not ours to use. */
  refusesSender?: boolean;
  /** The password that it wants. */
  password?: string;
}

/** A mail server on loopback that takes, refuses, defers, drops and hangs. */
export async function startSmtpServer(options: SmtpServerOptions = {}) {
  const [received, asked, sockets]: [ReceivedMail[], string[], Set<Socket>] = [[], [], new Set()];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    converse(socket, { received, asked, options });
  });
  const { port, close } = await listen(server);
  return {
    url: `smtp://127.0.0.1:${port}?starttls=optional`,
    port,
    received,
    /** Recipients in the order in which they were named, refused ones too. */
    asked,
    options,
    close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      return close();
    },
  };
}

export type TestSmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;
type State = Pick<TestSmtpServer, "received" | "asked" | "options">;

function converse(socket: Socket, { received, asked, options }: State): void {
  let [buffer, isData, from, to] = ["", false, "", ""];
  const say = (line: string): boolean => socket.write(`${line}\r\n`);
  const behaviour = () => /\+([a-z-]+)@/.exec(to)?.[1] as Behaviour | undefined;

  function takeCommand(line: string): unknown {
    const [verb = ""] = line.toUpperCase().split(/[ :]/);
    if (verb === "EHLO")
      return say(`250-test\r\n${options.password === undefined ? "" : "250-AUTH PLAIN\r\n"}250 8BITMIME`);
    if (verb === "AUTH") {
      const [, , password] = Buffer.from(line.split(" ")[2] ?? "", "base64")
        .toString()
        .split("\0");
      return say(password === options.password ? "235 2.7.0 ok" : "535 5.7.8 wrong password");
    }
    if (verb === "MAIL") {
      from = /<([^>]*)>/.exec(line)?.[1] ?? "";
      return say(options.refusesSender ? "550 5.7.1 not yours" : "250 2.1.0 ok");
    }
    if (verb === "RCPT") return takeRecipient(line);
    if (verb === "DATA") {
      isData = true;
      return say("354 go on");
    }
    if (verb === "QUIT") return socket.end("221 bye\r\n");
    return say(verb === "RSET" || verb === "NOOP" ? "250 ok" : "502 5.5.2 unknown");
  }

  function takeRecipient(line: string): unknown {
    to = /<([^>]*)>/.exec(line)?.[1] ?? "";
    asked.push(to);
    if (behaviour() === "hang") return undefined;
    if (behaviour() === "refuse") return say(`550 5.1.1 <${to}> no such user`);
    return say(behaviour() === "defer" ? `451 4.7.1 <${to}> greylisted` : "250 2.1.5 ok");
  }

  function takeData(text: string): unknown {
    isData = false;
    if (behaviour() === "drop") return socket.destroy();
    if (behaviour() === "refuse-data") return say("554 5.7.1 looks bad");
    received.push({ from, to, raw: text.replaceAll("\r\n", "\n").replace(/^\.\./gm, ".") });
    // The mail is taken, and the sender does not learn it.
    if (behaviour() === "forget") return socket.destroy();
    return say("250 2.0.0 taken");
  }

  socket.setEncoding("utf8").on("data", (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = isData ? "\r\n.\r\n" : "\r\n";
      const at = buffer.indexOf(end);
      if (at === -1) return;
      const part = buffer.slice(0, at);
      buffer = buffer.slice(at + end.length);
      if (isData) takeData(part);
      else takeCommand(part);
    }
  });
  say("220 test ESMTP");
}
