import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import type { PushSubscription } from "./subscription";

const RECORD_BYTES = 4096;
const LAST_RECORD = 2;

interface Randomness {
  salt: Buffer;
  sender: ECDH;
}

/** RFC 8291: one record of aes128gcm (RFC 8188) that only the browser can open. */
export function encryptPush(
  plaintext: string,
  { p256dh, auth }: PushSubscription["keys"],
  { salt, sender }: Randomness = drawRandomness(),
): Buffer {
  const [receiverKey, senderKey] = [Buffer.from(p256dh, "base64url"), sender.getPublicKey()];
  const secret = sender.computeSecret(receiverKey);
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), receiverKey, senderKey]);
  const material = derive(secret, Buffer.from(auth, "base64url"), keyInfo, 32);
  const key = derive(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const record = [cipher.update(plaintext, "utf8"), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()];
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, sizes, senderKey, ...record, cipher.getAuthTag()]);
}

function derive(material: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", material, salt, info, bytes));
}

function drawRandomness(): Randomness {
  const sender = createECDH("prime256v1");
  sender.generateKeys();
  return { salt: randomBytes(16), sender };
}
