import type { Command } from "commander";
import { type Format, Output } from "./print";
import { type Connection, type ConnectionOptions, connect, requireSession } from "./session";
import type { Surroundings } from "./surroundings";

export interface GlobalOptions extends ConnectionOptions {
  format: Format;
  quiet: boolean;
}

/** Every command gets one: the machine, the output and the connection. */
export class Svc {
  readonly output: Output;
  #options: GlobalOptions = {
    profile: "default",
    url: undefined,
    apiKey: undefined,
    organization: undefined,
    format: "table",
    quiet: false,
  };

  #usesKey = false;

  constructor(readonly surroundings: Surroundings) {
    this.output = new Output(surroundings);
  }

  get options(): GlobalOptions {
    return this.#options;
  }

  adopt(command: Command): void {
    this.#options = { ...this.#options, ...command.optsWithGlobals<Partial<GlobalOptions>>() };
    this.output.format = this.#options.format;
    this.output.isQuiet = this.#options.quiet;
  }

  get usesKey(): boolean {
    return this.#usesKey;
  }

  async connect(): Promise<Connection> {
    const connection = await connect(this.surroundings, this.#options);
    this.#usesKey = connection.kind === "key";
    return connection;
  }

  /** A key in the environment is meant for other commands. */
  async connectAsPerson(): Promise<Connection> {
    const env = { ...this.surroundings.env, SVC_API_KEY: undefined };
    return requireSession(await connect({ ...this.surroundings, env }, this.#options));
  }
}
