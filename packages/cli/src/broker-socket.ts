import { createConnection } from "node:net";
import { join } from "node:path";
import { configDirectory } from "./config";
import type { GrantOptions } from "./grant";
import type { Surroundings } from "./surroundings";

/** A question and its answer are a line of JSON each. */
export type BrokerQuestion = GrantOptions & { baseUrl: string };
export type BrokerAnswer = { token: string } | { error: string };

export function socketPath(surroundings: Surroundings): string {
  const { env, platform } = surroundings;
  if (env["SVC_BROKER_SOCKET"]) return env["SVC_BROKER_SOCKET"];
  return platform === "win32" ? "\\\\.\\pipe\\svc-broker" : join(configDirectory(surroundings), "broker.sock");
}

/** undefined: no broker is running. */
export function askBroker(surroundings: Surroundings, question: BrokerQuestion): Promise<BrokerAnswer | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath(surroundings));
    let text = "";
    socket.setEncoding("utf8").setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
    socket.on("connect", () => socket.write(`${JSON.stringify(question)}\n`));
    socket.on("data", (more: string) => {
      text += more;
    });
    socket.on("error", () => resolve(undefined));
    socket.on("close", () => resolve(text === "" ? undefined : (JSON.parse(text) as BrokerAnswer)));
  });
}

const ANSWER_TIMEOUT_MS = 40_000;
