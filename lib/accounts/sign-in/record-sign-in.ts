import { recordActionAlone } from "../../audit/record-action";

interface SignInFacts {
  address: string;
  method: string;
  succeeded: boolean;
}

/**
 * An unknown account takes the same steps, so timing does not tell. The typed address is never stored: it may be a
 * password.
 */
export function recordSignIn(userId: string | null, { address, method, succeeded }: SignInFacts): Promise<void> {
  return recordActionAlone({
    name: "session.start",
    userId,
    resourceId: null,
    scope: "own area",
    details: { method, address: address.slice(0, ADDRESS_MAX_LENGTH) },
    ...(succeeded ? {} : { outcome: { status: 401, errorCode: "unauthenticated" } }),
  });
}

const ADDRESS_MAX_LENGTH = 64;
