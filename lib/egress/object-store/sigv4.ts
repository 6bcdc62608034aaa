import { createHash, createHmac } from "node:crypto";

export interface SigningKey {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export interface SignedRequest {
  method: string;
  /** The path must need no encoding beyond what it has. */
  url: URL;
  headers: Readonly<Record<string, string>>;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

/** Anyone who has this URL may use it until it expires. */
export function presignUrl(request: SignedRequest, expiresSeconds: number, key: SigningKey, at: Date): string {
  const { names, lines } = listHeaders(request);
  const url = new URL(request.url);
  const query = {
    "X-Amz-Algorithm": ALGORITHM,
    "X-Amz-Credential": `${key.accessKeyId}/${nameScope(key, at)}`,
    "X-Amz-Date": writeInstant(at),
    "X-Amz-Expires": String(expiresSeconds),
    "X-Amz-SignedHeaders": names,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const canonical = canonicalQuery(url);
  const signature = sign([request.method, url.pathname, canonical, lines, names, "UNSIGNED-PAYLOAD"], key, at);
  url.search = `${canonical}&X-Amz-Signature=${signature}`;
  return url.href;
}

export function signHeaders(request: SignedRequest, bodySha256: string, key: SigningKey, at: Date) {
  const headers = { ...request.headers, "x-amz-content-sha256": bodySha256, "x-amz-date": writeInstant(at) };
  const { names, lines } = listHeaders({ ...request, headers });
  const parts = [request.method, request.url.pathname, canonicalQuery(request.url), lines, names, bodySha256];
  const credential = `Credential=${key.accessKeyId}/${nameScope(key, at)}`;
  const authorization = `${ALGORITHM} ${credential},SignedHeaders=${names},Signature=${sign(parts, key, at)}`;
  return { ...headers, authorization };
}

function sign(canonicalParts: readonly string[], { secretAccessKey, region }: SigningKey, at: Date): string {
  const scope = nameScope({ region }, at);
  const digest = createHash("sha256").update(canonicalParts.join("\n")).digest("hex");
  const text = [ALGORITHM, writeInstant(at), scope, digest].join("\n");
  let derived: string | Buffer = `AWS4${secretAccessKey}`;
  for (const part of scope.split("/")) derived = createHmac("sha256", derived).update(part).digest();
  return createHmac("sha256", derived).update(text).digest("hex");
}

function listHeaders({ url, headers }: Pick<SignedRequest, "url" | "headers">): { names: string; lines: string } {
  const all = Object.entries({ ...headers, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/ +/g, " ")] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    names: all.map(([name]) => name).join(";"),
    lines: all.map(([name, value]) => `${name}:${value}\n`).join(""),
  };
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join("&");
}

function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function nameScope({ region }: Pick<SigningKey, "region">, at: Date): string {
  return `${writeInstant(at).slice(0, 8)}/${region}/s3/aws4_request`;
}

function writeInstant(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
}
