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
    // The promise that `super` makes is never waited for: `then` leads to the outcome.
    super((resolve) => resolve(undefined as T));
    this.#outcome = outcome;
  }

  static override get [Symbol.species]() {
    return Promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  override then<Done = T, Failed = never>(
    onDone?: ((data: T) => Done | PromiseLike<Done>) | null,
    onFailed?: Parameters<Promise<T>["then"]>[1],
  ): Promise<Done | Failed> {
    return this.#outcome.then(({ data }) => data).then(onDone, onFailed as never);
  }

  withResponse(): Promise<WithResponse<T>> {
    return this.#outcome;
  }
}
