import { CodeFrame, type CodeFrameProps } from "@/app/_ui/code-frame";
import { CopyControl } from "./copy-control";
import { type CodeLanguage, highlightCode } from "./highlight";

interface CodeFigureProps extends CodeFrameProps {
  code: string;
  language?: CodeLanguage;
}

/** Code of a light page, coloured on the server. Colours are classes, so the policy and dark mode need nothing more. */
export function CodeFigure({ code, language, ...frame }: CodeFigureProps) {
  const parts = language ? highlightCode(code, language) : [{ kind: null, text: code }];
  return (
    <CodeFrame {...frame} copy={<CopyControl label={frame.label} />}>
      {parts.map(({ kind, text }, index) =>
        kind === null ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
          <span key={index} className={`code-${kind}`}>
            {text}
          </span>
        ),
      )}
    </CodeFrame>
  );
}
