import type { CodeLanguage } from "../highlight";

export function writeCode(code: HTMLElement, text: string, language: CodeLanguage | null): void {
  code.textContent = text;
  if (language === null || text === "") return;
  const colour = ({ highlightCode }: typeof import("../highlight")) => {
    // Another text may have come meanwhile.
    if (code.textContent !== text) return;
    code.replaceChildren(
      ...highlightCode(text, language).map((part) => {
        if (part.kind === null) return part.text;
        const span = document.createElement("span");
        span.className = `code-${part.kind}`;
        span.textContent = part.text;
        return span;
      }),
    );
  };
  void import("../highlight").then(colour, () => undefined);
}
