import { countExcess } from "../audit/address-excess";
import { AppError } from "../platform/errors";
import { chargeAddress } from "../usage/address-window";
import { type Call, draftAudit } from "./call";
import { statusOf } from "./errors";
import type { ApiRequest } from "./request";

/** A request that ends without a caller is charged to its address. Throws 429 when that is past its window, or 503. */
export async function passAddress(call: Call, hasCredential = carriesCredential(call.incoming)): Promise<void> {
  const { key, window, exhausted } = await chargeAddress(call.incoming.address, hasCredential);
  if (!exhausted) return;
  const code = "rate_limit_exceeded";
  call.burst = exhausted;
  call.errorCode = code;
  countExcess(window, key, () => draftAudit(call, statusOf(code), 0));
  call.isSettled = true;
  const { resetSeconds: retryAfterSeconds } = exhausted;
  throw new AppError(
    code,
    `Too many requests without a valid credential came from this address in this minute. Wait ${retryAfterSeconds} s.`,
    {
      details: { kind: "burst", scope: exhausted.tightest.scope, retryAfterSeconds },
    },
  );
}

function carriesCredential(incoming: ApiRequest): boolean {
  return incoming.header("authorization") !== null || incoming.header("x-api-key") !== null;
}
