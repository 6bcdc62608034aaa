import { createBatch } from "../../lib/db/batch";
import { nowMs } from "../../lib/platform/clock";
import { acceptEvents } from "./accept-events";
import type { EventEntry, RunnerEvent } from "./event-entry";
import { makePlan } from "./plan";
import { requestFunctions, type SdkHandler } from "./protocol";
import { wakeOthers } from "./watch-work";

export async function startRecorder({ handler, door }: { handler: SdkHandler; door: EventEntry }) {
  const plan = makePlan(await requestFunctions(handler));
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
