import { connection } from "next/server";
import { getTranslations } from "next-intl/server";
import { brand, brandPath } from "@/lib/platform/brand";

export async function GET(): Promise<Response> {
  await connection();
  const t = await getTranslations("ui");
  const { name, palette } = brand();
  const manifest = {
    id: "/",
    name,
    short_name: name,
    description: t("description"),
    start_url: "/rooms",
    display: "minimal-ui",
    theme_color: palette.solid.light,
    background_color: "#f7f7f8",
    icons: [
      { src: brandPath("mark.svg"), sizes: "any", type: "image/svg+xml" },
      { src: brandPath("icon-192.png"), sizes: "192x192", type: "image/png" },
      { src: brandPath("icon-512.png"), sizes: "512x512", type: "image/png" },
      { src: brandPath("maskable-512.png"), sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return Response.json(manifest, {
    headers: { "content-type": "application/manifest+json", "cache-control": "private, max-age=3600" },
  });
}
