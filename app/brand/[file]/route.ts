import { brand } from "@/lib/platform/brand";
import { drawIcon, drawPreview } from "../draw-images";

/** The pages link each image with its version; programs that know its bare path ask again after a day. */
const CACHED = { "cache-control": "public, max-age=86400" };

const IMAGES: Readonly<Record<string, () => Promise<Buffer>>> = {
  "og.png": drawPreview,
  "icon-32.png": () => drawIcon(32),
  "icon-180.png": () => drawIcon(180, 0.9),
  "icon-192.png": () => drawIcon(192),
  "icon-512.png": () => drawIcon(512),
  "maskable-512.png": () => drawIcon(512, 0.75),
};

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  if (file === "mark.svg")
    return new Response(brand().mark, { headers: { ...CACHED, "content-type": "image/svg+xml" } });
  const draw = Object.hasOwn(IMAGES, file) ? IMAGES[file] : undefined;
  if (draw === undefined) return new Response("There is no such image.\n", { status: 404 });
  return new Response(new Uint8Array(await draw()), { headers: { ...CACHED, "content-type": "image/png" } });
}
