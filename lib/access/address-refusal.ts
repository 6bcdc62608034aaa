import { type AppError, forbidden } from "../platform/errors";
import { writeClientAddress } from "../platform/networks";

export const ADDRESS_NOT_ALLOWED = "address_not_allowed";

/** Names the address that called, which a client behind proxies may not know, and never those that may call. */
export function addressNotAllowed(address: string): AppError {
  const caller = writeClientAddress(address);
  const message = `This API key may not be used from ${caller ?? "an unknown address"}.`;
  return forbidden(message, { reason: ADDRESS_NOT_ALLOWED, ...(caller === null ? {} : { address: caller }) });
}
