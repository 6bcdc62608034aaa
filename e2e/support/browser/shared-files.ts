import { expect, type Page } from "@playwright/test";
import type { RoomScene } from "../scenes/room-scene";
import { createWorld } from "../scenes/world";

export interface GivenFile {
  name: string;
  type: string;
  bytes: Buffer | string;
}

/** Files of one message, sent by the person of the page, in this order. Returns their ids. */
export async function shareFiles(page: Page, { roomId, ann, query }: RoomScene, files: GivenFile[]): Promise<string[]> {
  const messageId = await createWorld({ query }).insert("messages", {
    room_id: roomId,
    author_id: ann.id,
    body: "Files",
  });
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
