import { dispatchDeliveries } from "./dispatch-deliveries";
import { eraseDeliveryHistory } from "./erase-history";
import { finishRotations } from "./finish-rotations";
import { retryFailedDelivery } from "./retry-delivery";
import { sweepDeliveries } from "./sweep-deliveries";

/** Every background function. */
export const functions = [
  dispatchDeliveries,
  retryFailedDelivery,
  sweepDeliveries,
  finishRotations,
  eraseDeliveryHistory,
];
