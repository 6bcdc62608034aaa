import { type Json, SvcError } from "./errors.js";
import { Resources } from "./generated/resources.js";
import type { FileSummary } from "./generated/types.js";
import type { ResponsePromise } from "./response-promise.js";
import { type Credential, holdToken, OAuthCredential, type OAuthOptions } from "./tokens.js";
import { type Operation, Transport, type TransportOptions, type WriteOptions } from "./transport.js";
import { sign, unwrap } from "./webhooks.js";

type Settings = Omit<TransportOptions, "credential" | "fetch"> & { fetch?: typeof fetch };

/** Exactly one credential. */
export type SvcOptions = Settings &
  (
    | { apiKey: string; accessToken?: never; oauth?: never; credential?: never }
    | { accessToken: string | (() => string | Promise<string>); apiKey?: never; oauth?: never; credential?: never }
    | { oauth: OAuthOptions; apiKey?: never; accessToken?: never; credential?: never }
    | { credential: Credential; apiKey?: never; accessToken?: never; oauth?: never }
  );

export interface Upload {
  fileName: string;
  mimeType: string;
  content: Uint8Array<ArrayBuffer> | ArrayBuffer | Blob;
  /** One of the two: the message or the task that the file is attached to. */
  attachTo: { messageId: string } | { taskId: string };
}

/** The API of one service, with one credential. */
export class Svc extends Resources {
  readonly #transport: Transport;
  readonly #settings: TransportOptions;
  readonly webhooks = { unwrap, sign };

  constructor(options: SvcOptions) {
    const baseUrl = options.baseUrl.replace(/\/+$/, "");
    const sent = options.fetch ?? fetch;
    // Browsers refuse their `fetch` when it is called as a method of another object.
    const send: typeof fetch = (...parameters) => sent(...parameters);
    const { apiKey: _key, accessToken: _token, oauth: _oauth, ...given } = options;
    const settings = { ...given, baseUrl, fetch: send, credential: readCredential(options, baseUrl, send) };
    const transport = new Transport(settings);
    super(transport);
    this.#transport = transport;
    this.#settings = settings;
  }

  /** The same credential with other settings. */
  withOptions(settings: Partial<Settings>): Svc {
    return new Svc({ ...this.#settings, ...settings });
  }

  /** An operation that this version has no method for, with everything that the methods do. */
  request<Data extends Json>(operation: Operation, options?: WriteOptions): ResponsePromise<Data> {
    return this.#transport.send({ takesIdempotencyKey: operation.method !== "GET", ...operation }, options);
  }

  /** The limits that the latest response reported. */
  get limits() {
    return this.#transport.limits;
  }

  /** Uploads a file in its three steps. Under one idempotency key it may be called again after a failure. */
  async uploadFile(roomId: string, upload: Upload, options: WriteOptions = {}): Promise<FileSummary> {
    const { fileName, mimeType, attachTo } = upload;
    const content = new Blob([upload.content]);
    const key = options.idempotencyKey ?? crypto.randomUUID();
    const created = await this.rooms.files.create(
      roomId,
      { fileName, mimeType, size: content.size, ...attachTo },
      { ...options, idempotencyKey: key },
    );
    const stored = await this.#settings.fetch(created.uploadUrl, {
      method: "PUT",
      headers: created.headers,
      body: content,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (!stored.ok) throw new SvcError(`The store refused the bytes: ${stored.status} ${await stored.text()}`);
    return this.rooms.files.complete(roomId, created.fileId, {
      ...options,
      idempotencyKey: `${key.slice(0, 240)}.complete`,
    });
  }
}

function readCredential(options: SvcOptions, baseUrl: string, send: typeof fetch): Credential {
  if (options.credential) return options.credential;
  return options.oauth
    ? new OAuthCredential(baseUrl, options.oauth, send)
    : holdToken(options.apiKey ?? options.accessToken);
}
