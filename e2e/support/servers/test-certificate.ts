import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files of a certificate for 127.0.0.1 that a service trusts when they are in its environment. */
export function writeCertificate() {
  const directory = mkdtempSync(join(tmpdir(), "svc-tls-"));
  const [keyFile, certFile] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const { key, cert } = makeCertificate();
  writeFileSync(keyFile, key, { mode: 0o600 });
  writeFileSync(certFile, cert);
  return {
    directory,
    env: { NODE_EXTRA_CA_CERTS: certFile },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export function readCertificate(directory: string): { key: string; cert: string } {
  const read = (name: string) => readFileSync(join(directory, name), "utf8");
  return { key: read("key.pem"), cert: read("cert.pem") };
}

/** A certificate that signs itself, for 127.0.0.1, valid for a day, as PEM. */
function makeCertificate(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const [dayMs, nowMs] = [24 * 60 * 60 * 1000, Date.now()];
  const name = sequence(set(sequence(COMMON_NAME, encode(0x0c, Buffer.from("127.0.0.1")))));
  const addresses = sequence(encode(0x87, Buffer.from([127, 0, 0, 1])));
  const content = sequence(
    encode(0xa0, encode(0x02, Buffer.from([2]))),
    encode(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(writeTime(nowMs - dayMs), writeTime(nowMs + dayMs)),
    name,
    spki,
    encode(0xa3, sequence(sequence(ALTERNATIVE_NAME, encode(0x04, addresses)))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", content, privateKey)]);
  const certificate = sequence(content, ECDSA_WITH_SHA256, encode(0x03, signature));
  const lines = certificate.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** DER: a tag, the length of the content, the content. */
function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => encode(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]) => encode(0x31, ...parts);

function writeTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "");
  return encode(0x17, Buffer.from(digits.slice(2)));
}

const COMMON_NAME = Buffer.from("0603550403", "hex");
const ALTERNATIVE_NAME = Buffer.from("0603551d11", "hex");
const ECDSA_WITH_SHA256 = Buffer.from("300a06082a8648ce3d040302", "hex");
