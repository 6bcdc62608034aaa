import { publish, subscribeChannel } from "../../lib/db/channel";
import { RUNNER_CHANNEL } from "../../lib/platform/background";

export function wakeOthers(): Promise<void> {
  return publish(RUNNER_CHANNEL);
}

export function listenForWork(onWork: () => void) {
  // Notifications sent before LISTEN are lost, so starting to listen counts as one.
  return subscribeChannel(RUNNER_CHANNEL, { onMessage: onWork, onOpen: onWork });
}
