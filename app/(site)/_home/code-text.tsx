import { type CodeLanguage, highlightCode } from "@/app/_light/highlight";

/** Coloured code without a frame. */
export function CodeText({ code, language }: { code: string; language: CodeLanguage }) {
  return highlightCode(code, language).map(({ kind, text }, index) =>
    kind === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <span key={index} className={`code-${kind}`}>
        {text}
      </span>
    ),
  );
}
