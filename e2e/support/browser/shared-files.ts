import { expect, type Page } from "@playwright/test";
import { newId } from "../../../lib/platform/ids";
import type { RoomScene } from "../scenes/room-scene";

export interface GivenFile {
  name: string;
  type: string;
  bytes: Buffer | string;
}

/** Files of one message, sent by the person of the page, in this order. Returns their ids. */
export async function shareFiles(page: Page, { roomId, ann, query }: RoomScene, files: GivenFile[]): Promise<string[]> {
  const messageId = newId("msg");
  await query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, 'Files', now(), now())",
    [messageId, roomId, ann.id],
  );
  const ids: string[] = [];
  for (const { name, type, bytes } of files) {
    const body = Buffer.from(bytes);
    const data = { fileName: name, size: body.length, mimeType: type, messageId };
    const begun = await page.request.post(`/api/rooms/${roomId}/files`, { data });
    expect(begun.status()).toBe(201);
    const { fileId, uploadUrl } = (await begun.json()) as { fileId: string; uploadUrl: string };
    const put = await page.request.put(uploadUrl, { headers: { "content-type": type }, data: body });
    expect(put.status()).toBe(200);
    const completed = await page.request.post(`/api/rooms/${roomId}/files/${fileId}/complete`, { data: {} });
    expect(completed.status()).toBe(201);
    ids.push(fileId);
  }
  return ids;
}
