import { setTimeout as sleep } from "node:timers/promises";
import type { Scene } from "./scene";
import { ask, type Call } from "./traffic";

export interface Upload {
  /** PUT of the bytes to the URL that the service gave out. */
  send(): Promise<Call>;
  /** The service measures and keeps what was sent. */
  complete(): Promise<Call>;
}

const TRIES_MAX = 40;

/** An attachment to a message, as far as its URL. */
export async function beginUpload({ web, people }: Scene, sizeBytes: number): Promise<Upload> {
  const [person] = people;
  if (!person) throw new Error("There are people.");
  const room = `${web.baseUrl}/v1/rooms/${person.id}`;
  const authorization = `Bearer ${person.token}`;
  const post = (url: string, body?: object) =>
    ask("write", url, {
      method: "POST",
      headers: { authorization, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  // People keep this person's limits busy, and a slow machine the limits' backend.
  const read = async <Body>(call: () => Promise<Call>): Promise<Body> => {
    for (let tries = 0; ; tries += 1) {
      const { outcome, text } = await call();
      if (outcome === 201) return JSON.parse(text) as Body;
      if (tries >= TRIES_MAX) throw new Error(`An upload could not begin: ${outcome} ${text}`);
      await sleep(2_000);
    }
  };
  const message = await read<{ id: string }>(() => post(`${room}/messages`, { body: "with a file" }));
  const file = { fileName: "a.txt", size: sizeBytes, mimeType: "text/plain", messageId: message.id };
  const { fileId, uploadUrl, headers } = await read<{
    fileId: string;
    uploadUrl: string;
    headers: Record<string, string>;
  }>(() => post(`${room}/files`, file));
  // The service names itself by its public address.
  const url = uploadUrl.replace("http://localhost:3000", web.baseUrl);
  return {
    send: () => ask("write", url, { method: "PUT", headers, body: Buffer.alloc(sizeBytes, "x") }),
    complete: () => post(`${room}/files/${fileId}/complete`),
  };
}
