import { type CodeLanguage, highlightCode } from "./highlight";

/** Coloured on the server. Colours are classes, so the policy and dark mode need nothing more. */
export function ColouredCode({ code, language }: { code: string; language: CodeLanguage }) {
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
