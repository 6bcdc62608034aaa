import type { FileSummary } from "./file";
import { hasPreview } from "./workspace";

export const PREVIEW_TEXT_BYTES = 256 * 1024;
export const PREVIEW_PART_BYTES = 1024 * 1024;

/**
 * The PDF frame runs a large foreign program on a stranger's bytes, in its own origin. It gets no URL and no cookie: the
 * page around it reads parts of this one file for it, through a MessagePort.
 */
export const PDF_FRAME_PATH = "/preview/pdf";

export type PreviewKind = "picture" | "pdf" | "text" | "none";

type Described = Pick<FileSummary, "fileName" | "mimeType" | "size">;

/** SVG is not text here: it is a picture that can hold a script. */
const TEXT_TYPE =
  /^(?:text\/.+|application\/(?:json|jsonl|x-ndjson|xml|yaml|x-yaml|toml|sql|graphql|javascript|x-javascript|ecmascript|typescript|x-sh|x-httpd-php)|(?!image\/).+\+(?:json|xml|yaml))$/i;

/** Browsers announce many of these with a wrong type or none: TypeScript is a video to them. */
const TEXT_NAME =
  /(?:^|\.)(?:txt|text|md|markdown|csv|tsv|json|jsonl|ndjson|geojson|xml|html?|css|scss|less|log|yaml|yml|toml|ini|conf|cfg|properties|env|diff|patch|sql|graphql|proto|sh|bash|zsh|ps1|bat|js|mjs|cjs|jsx|ts|mts|cts|tsx|vue|svelte|py|rb|go|rs|java|kt|kts|swift|scala|c|h|cc|cpp|hpp|cs|php|pl|lua|r|jl|ex|exs|erl|hs|clj|dart|tf|gradle|cmake|dockerfile|makefile|tex|srt|vtt|rst|adoc|ics|vcf)$/i;

export function findPreview(file: Described): PreviewKind {
  if (hasPreview(file)) return "picture";
  const { mimeType, fileName } = file;
  if (/^image\//i.test(mimeType)) return "none";
  if (/^application\/pdf$/i.test(mimeType) || (isUnnamedType(mimeType) && /\.pdf$/i.test(fileName))) return "pdf";
  return TEXT_TYPE.test(mimeType) || TEXT_NAME.test(fileName) ? "text" : "none";
}

const isUnnamedType = (mimeType: string) => /^application\/octet-stream$/i.test(mimeType);

export interface PreviewText {
  text: string;
  isCut: boolean;
  hasHidden: boolean;
}

/** Such characters reorder or hide other text, so they are shown by their code. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]|(?![\t\n\f])\p{Cc}/gu;
const CHARACTER_MAX_BYTES = 4;

export function decodePreview(bytes: Uint8Array, isCut: boolean): PreviewText | null {
  const decoded = decodeUtf8(isCut ? trimPart(bytes) : bytes);
  if (decoded === null || decoded.includes("\0")) return null;
  const lines = decoded.replaceAll(/\r\n?/g, "\n");
  const text = lines.replaceAll(HIDDEN, describeHidden);
  return { text, isCut, hasHidden: text !== lines };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function trimPart(bytes: Uint8Array): Uint8Array {
  const from = Math.max(0, bytes.length - CHARACTER_MAX_BYTES);
  for (let at = bytes.length - 1; at >= from; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return at + length > bytes.length ? bytes.subarray(0, at) : bytes;
  }
  return bytes;
}

function describeHidden(character: string): string {
  return `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`;
}
