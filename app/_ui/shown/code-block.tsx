"use client";

import { useEffect } from "react";
import type { CodeLanguage } from "@/app/_light/highlight";
import { useLoaded } from "../controls/use-loaded";
import { CodeFrame, type CodeFrameProps } from "./code-frame";
import { CopyButton } from "./copy-button";

interface CodeBlockProps extends CodeFrameProps {
  code: string;
  language?: CodeLanguage | undefined;
  onCopied?: () => void;
}

const loadColours = () => import("@/app/_light/coloured-code").then(({ ColouredCode }) => ColouredCode);

/** Code that the browser writes. Its colours are loaded later, and move nothing. */
export function CodeBlock({ code, language, onCopied, ...frame }: CodeBlockProps) {
  const copy = <CopyButton text={code} label={frame.label} {...(onCopied ? { onCopied } : {})} />;
  const [Coloured, want] = useLoaded(loadColours);
  useEffect(() => {
    if (language) void want();
  }, [language, want]);
  return (
    <CodeFrame {...frame} copy={copy}>
      {Coloured && language ? <Coloured code={code} language={language} /> : code}
    </CodeFrame>
  );
}
