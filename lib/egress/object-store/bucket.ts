import { now } from "../../platform/clock";
import { sha256 } from "../../platform/crypto";
import { type AppError, unavailable } from "../../platform/errors";
import { FILE_STORE_TIMEOUT_MS } from "../../platform/limits";
import { log } from "../../platform/log";
import { type SigningKey, signHeaders } from "./sigv4";

export interface BucketSettings extends SigningKey {
  endpoint: string;
  bucket: string;
}

const EMPTY_SHA256 = sha256("").toString("hex");
/** Statuses that are answers, not failures: 404 missing, 416 past the end. */
const ANSWERS = new Set([404, 416]);

export type Bucket = ReturnType<typeof openBucket>;

interface Asked {
  timeoutMs?: number;
  body?: { bytes: AsyncIterable<Uint8Array> | Uint8Array; checksum: string };
}

/** `part` names the store in errors. Keys must need no encoding. */
export function openBucket(settings: BucketSettings, part: string) {
  const url = `${settings.endpoint.replace(/\/+$/, "")}/${settings.bucket}`;
  const unreachable = (cause: unknown): AppError => {
    log().error({ error: cause }, `${part} cannot be reached`);
    return unavailable(part, cause);
  };
  return {
    url,
    name: settings.bucket,
    unreachable,
    urlOf: (key: string): URL => new URL(`${url}/${key}`),
    async ask(method: string, target: URL, headers: Record<string, string> = {}, { timeoutMs, body }: Asked = {}) {
      const signed = signHeaders({ method, url: target, headers }, body?.checksum ?? EMPTY_SHA256, settings, now());
      const signal = AbortSignal.timeout(timeoutMs ?? FILE_STORE_TIMEOUT_MS);
      const sent = body ? { body: body.bytes as unknown as BodyInit, duplex: "half" as const } : {};
      try {
        const response = await fetch(target, { method, headers: signed, redirect: "manual", signal, ...sent });
        if (response.ok || ANSWERS.has(response.status)) return response;
        await response.body?.cancel();
        throw new Error(`The S3 store answered ${method} with ${response.status}.`);
      } catch (cause) {
        throw unreachable(cause);
      }
    },
  };
}

export interface ListedObject {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

export async function* listObjects(bucket: Bucket, prefix = ""): AsyncGenerator<ListedObject> {
  let token: string | undefined;
  do {
    const url = new URL(bucket.url);
    url.searchParams.set("list-type", "2");
    if (prefix !== "") url.searchParams.set("prefix", prefix);
    if (token !== undefined) url.searchParams.set("continuation-token", token);
    const page = await bucket.ask("GET", url);
    if (!page.ok) throw bucket.unreachable(new Error("There is no such bucket."));
    const xml = await page.text();
    for (const entry of readElements(xml, "Contents"))
      yield {
        key: readElement(entry, "Key") ?? "",
        sizeBytes: Number(readElement(entry, "Size") ?? Number.NaN),
        modifiedAt: new Date(readElement(entry, "LastModified") ?? Number.NaN),
      };
    token = readElement(xml, "NextContinuationToken");
  } while (token !== undefined);
}

export function readElement(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

export function readElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs"))].map(([, inner = ""]) => inner);
}
