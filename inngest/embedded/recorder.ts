import { createBatch } from "../../lib/db/batch";
import { nowMs } from "../../lib/platform/clock";
import { acceptEvents } from "./accept-events";
import type { EventDoor, RunnerEvent } from "./event-door";
import { makePlan } from "./plan";
import { askForFunctions, type SdkHandler } from "./protocol";
import { wakeOthers } from "./watch-work";

/** Stores events and the runs that they start, and runs none: the runners of other processes are woken for them. */
export async function startRecorder({ handler, door }: { handler: SdkHandler; door: EventDoor }) {
  const plan = makePlan(await askForFunctions(handler));
  const accept = createBatch<readonly RunnerEvent[], undefined>(async (groups) => {
    await acceptEvents(plan, groups.flat(), nowMs());
    await wakeOthers();
    return groups.map(() => undefined);
  });
  door.connect(accept);
  return {
    async stop(): Promise<void> {
      door.connect(null);
    },
  };
}
