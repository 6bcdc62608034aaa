import { hearChannel, publish } from "../../lib/platform/channel";

const CHANNEL = "svc_runner";

/** Tells the other processes that there is more to do than this one can take. */
export function wakeOthers(): Promise<void> {
  return publish(CHANNEL);
}

export function listenForWork(onWork: () => void) {
  // Notifications sent before LISTEN are lost, so its beginning is one.
  return hearChannel(CHANNEL, { onMessage: onWork, onOpen: onWork });
}
