import { AuditLog } from "./audit-log.js";
import { MemoryCheckpointStore } from "./checkpoint-store.js";
import { SvcError } from "./errors.js";
import { Resources } from "./generated/resources.js";
import type { FileSummary } from "./generated/types.js";
import type { Json } from "./json.js";
import type { ResponsePromise } from "./response-promise.js";
import { type Credential, type OAuthApp, openGrant, type TokenStore } from "./tokens.js";
import { type Operation, type Settings, Transport, type WriteOptions } from "./transport.js";
import { sign, unwrap } from "./webhooks.js";

export type OAuthOptions = Pick<OAuthApp, "clientId" | "clientSecret"> & { store: TokenStore };

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
  readonly webhooks = { unwrap, sign };
  readonly auditLog: AuditLog;

  constructor(options: SvcOptions) {
    const { apiKey: _key, accessToken: _token, oauth: _oauth, credential: _credential, ...given } = options;
    const baseUrl = options.baseUrl.replace(/\/+$/, "");
    const settings = { ...given, baseUrl, checkpoints: given.checkpoints ?? new MemoryCheckpointStore() };
    const transport = new Transport(settings, readCredential(options, settings));
    super(transport);
    this.#transport = transport;
    this.auditLog = new AuditLog(settings);
  }

  /** The same credential with other settings. */
  withOptions(settings: Partial<Settings>): Svc {
    const { credential, settings: own } = this.#transport;
    return new Svc({ ...own, ...settings, credential });
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
    const { idempotencyKey = crypto.randomUUID(), signal = null } = options;
    const { fetch: send = fetch } = this.#transport.settings;
    const content = new Blob([upload.content]);
    const announced = { fileName, mimeType, size: content.size, ...attachTo };
    const announcing = this.rooms.files.create(roomId, announced, { ...options, idempotencyKey });
    const { fileId, uploadUrl, headers } = await announcing;
    const stored = await send(uploadUrl, { method: "PUT", headers, body: content, signal });
    if (!stored.ok) throw new SvcError(`The store refused the bytes: ${stored.status} ${await stored.text()}`);
    const completion = { ...options, idempotencyKey: `${idempotencyKey.slice(0, 240)}.complete` };
    return this.rooms.files.complete(roomId, fileId, completion);
  }
}

function readCredential(options: SvcOptions, { baseUrl, fetch }: Settings): Credential {
  if (options.credential) return options.credential;
  if (options.oauth) return openGrant({ ...options.oauth, baseUrl, fetch }, options.oauth.store);
  const token = options.apiKey ?? options.accessToken;
  return { read: async () => (typeof token === "string" ? token : token()), renew: async () => false };
}
