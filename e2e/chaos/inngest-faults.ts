import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../support/scenes/eventually";
import { EVENT_KEY, type InngestServer, SIGNING_KEY } from "../support/servers/inngest-server";
import type { Fault } from "./fault";
import type { Scene } from "./scene";

/** Longer than its silence goes unnoticed. */
const UNNOTICED_MS = 80_000;
const KILLS = 3;
const KILL_EVERY_MS = 15_000;
/** A probe goes out each 30 seconds. */
const BACK_WITHIN_MS = 240_000;
const RETRIED = 10;
const NOTICED = { role: "worker", words: /Inngest does not run the background functions/ } as const;

const readVariables: NonNullable<Fault["readVariables"]> = ({ proxies }) => ({
  INNGEST_EVENT_KEY: EVENT_KEY,
  INNGEST_SIGNING_KEY: SIGNING_KEY,
  INNGEST_BASE_URL: `http://127.0.0.1:${proxies.inngest.port}`,
});

async function untilItRuns({ database }: Scene): Promise<void> {
  const [begun] = await database.query<{ at: Date }>("SELECT now() AS at");
  await eventually(async () => {
    const rows = await database.query("SELECT FROM background_probes WHERE answered_at > $1", [begun?.at]);
    if (rows.length === 0) throw new Error("Inngest has run no function.");
  }, BACK_WITHIN_MS);
}

async function makeRetries({ database, people, receiver }: Scene): Promise<void> {
  await database.query("UPDATE webhooks SET url = $1 WHERE room_id = ANY($2)", [
    `${receiver.url}/second`,
    people.slice(0, RETRIED).map(({ id }) => id),
  ]);
}

async function endRetries({ database, receiver }: Scene): Promise<void> {
  await database.query("UPDATE webhooks SET url = $1 WHERE url = $2", [
    `${receiver.url}/200`,
    `${receiver.url}/second`,
  ]);
}

/** A real server, while runs, retries and schedules are under way; at the end it runs our functions again. */
function ofServer(name: string, act: (server: InngestServer) => Promise<unknown>, more: Partial<Fault>): Fault {
  const get = ({ inngest }: Scene): InngestServer => {
    if (typeof inngest === "string") throw new Error(inngest);
    return inngest;
  };
  return {
    name: `Inngest server ${name}`,
    holdMs: KILL_EVERY_MS,
    needsInngest: true,
    readVariables,
    async prepare(scene) {
      await makeRetries(scene);
      await untilItRuns(scene);
    },
    begin: (scene) => act(get(scene)),
    async end(scene) {
      await get(scene).resume();
      await untilItRuns(scene);
      await endRetries(scene);
    },
    ...more,
  };
}

async function killThrice(server: InngestServer): Promise<void> {
  for (let kills = 1; ; kills += 1) {
    await server.kill();
    await server.start();
    if (kills === KILLS) return;
    await sleep(KILL_EVERY_MS);
  }
}

export const INNGEST_FAULTS: readonly Fault[] = [
  {
    name: "Inngest hung",
    holdMs: UNNOTICED_MS,
    readVariables,
    begin: ({ proxies }) => proxies.inngest.set({ kind: "hung" }),
    end: ({ proxies }) => proxies.inngest.set({ kind: "clear" }),
    says: NOTICED,
  },
  ofServer("killed three times", killThrice, {}),
  ofServer("away for longer than a minute", (server) => server.kill(), { holdMs: UNNOTICED_MS, says: NOTICED }),
  ofServer("hung", (server) => server.pause(), { holdMs: UNNOTICED_MS, says: NOTICED }),
];
