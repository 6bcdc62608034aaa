"use client";

import { useEffect, useMemo, useState } from "react";
import type { Mention } from "@/lib/mentions/mention";
import { hasMarkup, type TextNode } from "./text-node";

export interface WithContent {
  body: string;
  mentions: readonly Mention[];
  /** null: shown as written. undefined: this browser reads it, as it does with its own texts on their way. */
  content?: TextNode[] | null | undefined;
}

type Reader = typeof import("./read-content");
let loaded: Reader | null = null;

/** Loads what the server reads texts with. Until then, or without a network, a text is shown as written. */
export async function loadReader(text: string): Promise<Reader | null> {
  if (hasMarkup(text)) loaded ??= await import("./read-content").catch(() => null);
  return loaded;
}

export function useContent({ body, mentions, content }: WithContent): TextNode[] | null {
  const [reader, setReader] = useState(loaded);
  const isMissing = content === undefined;
  useEffect(() => {
    if (isMissing && !reader) void loadReader(body).then(setReader);
  }, [isMissing, reader, body]);
  return useMemo(() => {
    if (content !== undefined) return content;
    return reader ? reader.readContent(body, mentions) : null;
  }, [content, reader, body, mentions]);
}
