import type { Limits } from "./limits.js";

/** A result with the response that it came in. */
export interface WithResponse<T> {
  data: T;
  /** Status and headers; the body has been read. */
  response: Response;
  requestId: string | undefined;
  limits: Limits;
  /** The service returned the stored result of an earlier request with the same idempotency key. */
  isReplay: boolean;
}

/** Awaited, it is the data; `withResponse()` gives the response beside it. */
export class ResponsePromise<T> extends Promise<T> {
  readonly #outcome: Promise<WithResponse<T>>;

  constructor(outcome: Promise<WithResponse<T>>) {
    super((resolve, reject) => {
      outcome.then(({ data }) => resolve(data), reject);
    });
    this.#outcome = outcome;
  }

  /** `then` and `catch` make plain promises: they have no response of their own. */
  static override get [Symbol.species]() {
    return Promise;
  }

  withResponse(): Promise<WithResponse<T>> {
    // The failure is the caller's through the promise that is returned here, and not unhandled through this one.
    this.catch(() => undefined);
    return this.#outcome;
  }
}
