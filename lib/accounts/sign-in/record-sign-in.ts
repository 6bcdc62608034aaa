import { recordActAlone } from "../../audit/record-act";

interface SignInFacts {
  address: string;
  /** `password`, or the provider. */
  method: string;
  succeeded: boolean;
}

/**
 * A failure at an unknown account is recorded without one, in the same steps as at a known account: the time of the
 * answer does not tell them apart. The e-mail address as typed is never kept: it may be a password.
 */
export function recordSignIn(userId: string | null, { address, method, succeeded }: SignInFacts): Promise<void> {
  return recordActAlone({
    name: "session.start",
    userId,
    resourceId: null,
    scope: "own area",
    details: { method, address: address.slice(0, ADDRESS_MAX_LENGTH) },
    ...(succeeded ? {} : { outcome: { status: 401, errorCode: "unauthenticated" } }),
  });
}

/** An IPv6 address with a zone; longer ones are no addresses. */
const ADDRESS_MAX_LENGTH = 64;
