/* oxlint-disable nextjs/no-img-element -- these are drawn into an image, not into a page. */
import { ImageResponse } from "next/og";
import type { ReactElement } from "react";
import { en } from "@/lib/i18n/messages/en";
import { brand, PREVIEW_SIZE } from "@/lib/platform/brand";
import { shared } from "@/lib/platform/shared";

const DRAWABLE = /^[\x20-\x7e\u00a1-\u017f\u2013\u2014\u2018\u2019\u201c\u201d\u2026]*$/;

export function drawIcon(size: number, part = 1): Promise<Buffer> {
  return drawOnce(
    `icon-${size}-${part}`,
    { width: size, height: size },
    <div
      style={{
        ...CENTER,
        width: "100%",
        height: "100%",
        background: part < 1 ? brand().palette.solid.light : "transparent",
      }}
    >
      <Mark size={Math.round(size * part)} />
    </div>,
  );
}

export function drawPreview(): Promise<Buffer> {
  const { name, tagline, palette } = brand();
  const sentence = tagline ?? en.ui.tagline;
  return drawOnce(
    "preview",
    PREVIEW_SIZE,
    <div style={{ ...COLUMN, ...PREVIEW_SIZE, padding: "72px 80px", background: "#ffffff", color: "#16171b" }}>
      <div style={{ ...CENTER, position: "absolute", right: 80, top: 72 }}>
        <Mark size={220} />
      </div>
      <span style={{ fontSize: 48, letterSpacing: -1.5, color: palette.accent.light }}>{drawable(name)}</span>
      <div style={{ display: "flex", ...SENTENCE }}>{drawable(sentence)}</div>
      <div style={{ display: "flex" }}>
        {["REST API", "Signed webhooks", "OAuth 2.1", "MCP"].map((surface) => (
          <span
            key={surface}
            style={{
              marginRight: 16,
              padding: "10px 22px",
              borderRadius: 999,
              fontSize: 28,
              background: palette.soft.light,
              color: palette.accent.light,
            }}
          >
            {surface}
          </span>
        ))}
      </div>
    </div>,
  );
}

const CENTER = { display: "flex", alignItems: "center", justifyContent: "center" } as const;
const SENTENCE = { maxWidth: 740, fontSize: 78, lineHeight: 1.1, letterSpacing: -3, textWrap: "balance" } as const;
const COLUMN = { display: "flex", flexDirection: "column", justifyContent: "space-between" } as const;

function drawable(text: string): string {
  return DRAWABLE.test(text) ? text : "";
}

function Mark({ size }: { size: number }) {
  const source = `data:image/svg+xml;base64,${Buffer.from(brand().mark).toString("base64")}`;
  // biome-ignore lint/performance/noImgElement: this is drawn into an image, not into a page
  return <img src={source} alt="" width={size} height={size} />;
}

/** Drawing takes half a second of processor time, so each image is drawn once a process; a failure is forgotten. */
function drawOnce(key: string, size: { width: number; height: number }, element: ReactElement): Promise<Buffer> {
  const images = shared("brand-images", () => new Map<string, Promise<Buffer>>());
  const known = images.get(key);
  if (known) return known;
  const drawn = new ImageResponse(element, size).arrayBuffer().then((bytes) => Buffer.from(bytes));
  images.set(key, drawn);
  drawn.catch(() => images.delete(key));
  return drawn;
}
