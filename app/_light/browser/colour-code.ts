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

/** Code whose colours would make the HTML too heavy gets them when its part is unfolded. */
export function colourWhenOpened(figure: HTMLElement): void {
  const code = figure.querySelector("code");
  const language = figure.dataset["colours"] as CodeLanguage;
  const colour = () => code && writeCode(code, code.textContent, language);
  const folded = figure.closest("details");
  if (folded && !folded.open) folded.addEventListener("toggle", colour, { once: true });
  else colour();
}
