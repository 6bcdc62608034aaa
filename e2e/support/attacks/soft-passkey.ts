import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const [PRESENT, VERIFIED, CREDENTIAL] = [0x01, 0x04, 0x40];

interface Ceremony {
  challenge: string;
  origin: string;
  rpId?: string;
  isVerified?: boolean;
  format?: string;
  writtenId?: Uint8Array;
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

function writeClientData(type: "create" | "get", { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
}

/** An authenticator in software, with one passkey of one person; `counter` is what it says next. */
export function createSoftPasskey(userHandle: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  const state = { counter: 0 };

  function writeAuthenticatorData(
    { rpId = "localhost", isVerified = true }: Ceremony,
    credential?: Uint8Array,
  ): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(state.counter);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential ? CREDENTIAL : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, credential ?? Buffer.alloc(0)]);
  }

  function writeCredential({ writtenId = id }: Ceremony): Buffer {
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(writtenId.length);
    return Buffer.concat([Buffer.alloc(16), length, writtenId, isoCBOR.encode(key)]);
  }

  const credential = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };

  return {
    state,
    id: id.toString("base64url"),
    /** The answer to "make a passkey", as a browser sends it. */
    register(ceremony: Ceremony): string {
      const authData = new Uint8Array(writeAuthenticatorData(ceremony, writeCredential(ceremony)));
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", ceremony.format ?? "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", authData],
      ]);
      const response = {
        clientDataJSON: writeClientData("create", ceremony).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
        transports: ["internal"],
      };
      return JSON.stringify({ ...credential, response });
    },
    /** The answer to "sign in". */
    assert(ceremony: Ceremony): string {
      const [authenticatorData, clientData] = [writeAuthenticatorData(ceremony), writeClientData("get", ceremony)];
      const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      const response = {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: Buffer.from(userHandle).toString("base64url"),
      };
      return JSON.stringify({ ...credential, response });
    },
  };
}
