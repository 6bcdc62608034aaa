import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { SvcApiError } from "../../sdk/src/errors";
import { Failure } from "./fail";
import { type DeliveryRequest, greet, type Listener, printDelivery, RECEIVED, V1 } from "./listen-output";
import { computeReconnectMs, readEvents } from "./listen-stream";
import { type HookResponse, postHook, readHookUrl } from "./post-hook";
import type { Connection } from "./session";
import { diagnoseResponse } from "./signature-doctor";
import type { Svc } from "./svc";

interface ListenOptions {
  room: string;
  forwardTo: string | undefined;
  events: string | undefined;
  print: boolean | undefined;
  v1: boolean | undefined;
  standardWebhooks: boolean | undefined;
}

const ANSWER_TRIES = 3;

export function registerListen(program: Command, svc: Svc): void {
  program
    .command("listen")
    .description("receive a room's events on this machine, without a public URL")
    .requiredOption("--room <id>", "the room, which you manage")
    .option(
      "--forward-to <url>",
      "the receiver, such as http://localhost:3001/hook; without it each signature is verified, and the event printed",
    )
    .option("--events <types>", "types, separated by commas (default: all)")
    .option("--print", "also print each event's body")
    .option("--v1", "v1 deliveries, for receivers that only know v1")
    .option("--standard-webhooks", "also send the Standard Webhooks headers, for receivers that use its library")
    .addHelpText(
      "after",
      "\nEvents that arise while this command does not run are held, and come in order when it runs again." +
        "\nThe signing secret stays the same for this device and room.",
    )
    .action((options: ListenOptions) => listen(svc, options));
}

async function listen(svc: Svc, options: ListenOptions): Promise<void> {
  const target = options.forwardTo === undefined ? null : readHookUrl(options.forwardTo);
  const connection = await svc.connectAsPerson();
  const events = options.events?.split(",").map((type) => type.trim());
  const body = {
    roomId: options.room,
    ...(events ? { events } : {}),
    ...(options.v1 ? { apiVersion: V1 } : {}),
    ...(options.standardWebhooks ? { standardHeaders: true } : {}),
  };
  const listener = await connection.service
    .send<Listener>({ method: "POST", path: "/api/cli/listeners", body })
    .catch((error: unknown) => {
      if (!(error instanceof SvcApiError && error.code === "not_found")) throw error;
      throw new Failure(
        "input",
        `You do not manage a room ${options.room}.`,
        "Listening needs the manager role: svc rooms list",
      );
    });
  greet(svc.output, listener, target);
  await new Listening(svc, connection, listener, target, options.print === true).run();
}

class Listening {
  #failures = 0;
  /** A connection that broke may reach the service after the one that replaces it: the service goes by the number. */
  readonly #run = randomUUID();
  #streams = 0;
  /** One at a time, so that the receiver gets them in their order. */
  #turn: Promise<void> = Promise.resolve();
  /** The doctor sends deliveries of its own: once until the receiver works. */
  #isDiagnosed = false;

  constructor(
    readonly svc: Svc,
    readonly connection: Connection,
    readonly listener: Listener,
    readonly target: URL | null,
    readonly isPrinting: boolean,
  ) {}

  get #path(): string {
    return `/api/cli/listeners/${this.listener.id}`;
  }

  async run(): Promise<void> {
    const { signal } = this.svc.surroundings;
    while (!signal.aborted) {
      const reason = await this.#follow().catch((error: unknown) => {
        if (error instanceof Failure) throw error;
        return signal.aborted ? "stopped" : "lost";
      });
      if (reason === "stopped" || signal.aborted) break;
      if (reason === "replaced")
        throw new Failure(
          "api",
          "Another svc listen on this device took over.",
          "Only one listener per room receives events.",
        );
      if (reason === "ended")
        throw new Failure(
          "api",
          "This listener was ended.",
          "Its session or your role ended, or someone ended it on the webhooks screen.",
        );
      if (this.#failures === 1) this.svc.output.note("The connection was lost. Events are held until it is back…");
      await sleep(computeReconnectMs(this.#failures), undefined, { signal }).catch(() => undefined);
      this.#failures += 1;
    }
    await this.#turn;
  }

  /** One stream. Returns why it ended. */
  async #follow(): Promise<string> {
    const { signal } = this.svc.surroundings;
    const ended = new AbortController();
    this.#streams += 1;
    const headers = { "svc-listen-run": `${this.#run}.${this.#streams}` };
    const response = await this.connection.fetch(`${this.#path}/stream`, { headers, signal });
    if (!response.ok || !response.body) return this.#refuse(response.status);
    try {
      for await (const { event, data } of readEvents(response.body, signal)) {
        if (event === "open") this.#begin(data, ended.signal);
        else if (event === "delivery") this.#take(JSON.parse(data) as DeliveryRequest);
        else if (event === "active") this.#sendActive(data);
        else if (event === "end") return (JSON.parse(data) as { reason: string }).reason;
      }
      return "lost";
    } finally {
      ended.abort();
    }
  }

  #refuse(status: number): string {
    if (status === 401) throw new Failure("authentication", "The session has ended.", "Run svc login again.");
    return status === 404 ? "ended" : "lost";
  }

  /** A beat every few seconds tells a slow receiver from a machine that is gone. */
  #begin(data: string, signal: AbortSignal): void {
    if (this.#failures > 1) this.svc.output.note("Connected again.");
    this.#failures = 0;
    const { beatMs } = JSON.parse(data) as { beatMs: number };
    const beat = () =>
      void this.connection.fetch(`${this.#path}/beat`, { method: "POST", signal }).catch(() => undefined);
    const timer = setInterval(beat, beatMs);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
    beat();
  }

  #sendActive(data: string): void {
    const { isActive } = JSON.parse(data) as { isActive: boolean };
    const advice = "Too many deliveries failed in a row. Fix the receiver and run svc listen again.";
    this.svc.output.error(isActive ? "The webhook is active again." : `The webhook was deactivated. ${advice}`);
  }

  #take(delivery: DeliveryRequest): void {
    this.#turn = this.#turn.then(() => this.#forward(delivery)).catch(() => undefined);
  }

  async #forward(delivery: DeliveryRequest): Promise<void> {
    const { target } = this;
    const response = target ? await postHook(target, delivery) : RECEIVED;
    await this.#answer(delivery.deliveryId, response);
    printDelivery(this.svc.output, delivery, target ? response : null, this);
    if (response.statusCode !== null && response.statusCode < 300 && response.statusCode >= 200)
      this.#isDiagnosed = false;
    else if (target) await this.#diagnose(target, delivery, response);
  }

  /** The service re-sends a delivery that has no answer, under the same id. */
  async #answer(deliveryId: string, response: HookResponse): Promise<void> {
    const { statusCode, error, durationMs } = response;
    const preview = response.statusCode === null ? null : response.preview;
    const body = JSON.stringify({ statusCode, error, durationMs, preview });
    const headers = { "content-type": "application/json" };
    for (let tries = 0; tries < ANSWER_TRIES; tries += 1) {
      const path = `${this.#path}/deliveries/${deliveryId}`;
      const answered = await this.connection.fetch(path, { method: "POST", headers, body }).catch(() => null);
      if (answered && answered.status < 500) return;
      await sleep(computeReconnectMs(tries));
    }
  }

  async #diagnose(target: URL, delivery: DeliveryRequest, response: HookResponse): Promise<void> {
    if (this.#isDiagnosed) return;
    this.#isDiagnosed = true;
    const found = await diagnoseResponse(target, this.listener.secret, delivery, response);
    if (found) this.svc.output.error(`  ${found.cause}\n  What to do: ${found.remedy}`);
  }
}
