import { chmod, mkdir, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import type { Command } from "commander";
import { type Credential, openGrant } from "../../sdk/src/tokens";
import { askBroker, type BrokerAnswer, type BrokerQuestion, socketPath } from "./broker-socket";
import { Failure } from "./fail";
import { openStore } from "./grant";
import type { Svc } from "./svc";

const QUESTION_MAX_LENGTH = 8_192;

export function registerBroker(program: Command, svc: Svc): void {
  program
    .command("broker")
    .description("refresh grants for all processes of this machine over a local socket")
    .addHelpText(
      "after",
      [
        "\nA refresh token is good once. Processes that share a grant and refresh by themselves end it for each other; with",
        "the broker, svc token asks one process. The grant is given before: run svc token once. The socket is open to your",
        "own account only; a request is a line of JSON with baseUrl, clientId, scopes and audience.",
      ].join("\n"),
    )
    .action(() => runBroker(svc));
}

async function runBroker(svc: Svc): Promise<void> {
  const { surroundings, output } = svc;
  const path = socketPath(surroundings);
  const probe = { baseUrl: "", clientId: "", scopes: "", redirectUri: "", audience: "api" } as const;
  if ((await askBroker(surroundings, probe)) !== undefined) {
    throw new Failure("usage", "A broker is already running.", `Its socket is ${path}.`);
  }
  const grants = new Map<string, Credential>();
  const server = createServer((socket) => serve(socket, (question) => findToken(svc, grants, question)));
  await listen(server, path, surroundings.platform === "win32");
  output.item({ socket: path }, () => `The broker listens on ${path}; Ctrl+C ends it.`);
  await new Promise<void>((resolve) => surroundings.signal.addEventListener("abort", () => resolve(), { once: true }));
  server.close();
  await rm(path, { force: true });
}

/** The mask makes the socket 0600 from its first moment: at no time could another account connect. */
async function listen(server: Server, path: string, isPipe: boolean): Promise<void> {
  if (!isPipe) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rm(path, { force: true });
  }
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(path, resolve);
    });
  } finally {
    process.umask(before);
  }
  if (!isPipe) await chmod(path, 0o600);
}

function serve(socket: Socket, answer: (question: BrokerQuestion) => Promise<BrokerAnswer>): void {
  let text = "";
  socket.on("error", () => undefined);
  socket.setEncoding("utf8").on("data", (more: string) => {
    text += more;
    if (text.length > QUESTION_MAX_LENGTH) socket.destroy();
    if (!text.includes("\n")) return;
    socket.removeAllListeners("data");
    void reply(socket, text, answer);
  });
}

async function reply(socket: Socket, text: string, answer: (question: BrokerQuestion) => Promise<BrokerAnswer>) {
  const value = await readQuestion(text)
    .then(answer)
    .catch((error: Error) => ({ error: error.message }));
  socket.end(`${JSON.stringify(value)}\n`);
}

async function readQuestion(text: string): Promise<BrokerQuestion> {
  const { baseUrl, clientId, scopes, audience } = JSON.parse(text) as Record<string, unknown>;
  const isKnown = [baseUrl, clientId, scopes].every((value) => typeof value === "string" && value !== "");
  if (!isKnown || (audience !== "api" && audience !== "mcp")) throw new Error("The request cannot be parsed.");
  return { baseUrl: String(baseUrl), clientId: String(clientId), scopes: String(scopes), audience, redirectUri: "" };
}

/** One credential for each grant, so that questions at the same moment share one refresh. */
async function findToken(svc: Svc, grants: Map<string, Credential>, question: BrokerQuestion): Promise<BrokerAnswer> {
  const { baseUrl, clientId } = question;
  const name = JSON.stringify(question);
  const { env, fetch } = svc.surroundings;
  const open = () =>
    openGrant({ baseUrl, clientId, clientSecret: env["SVC_CLIENT_SECRET"], fetch }, openStore(svc, baseUrl, question));
  const grant = grants.get(name) ?? open();
  grants.set(name, grant);
  return { token: await grant.read() };
}
