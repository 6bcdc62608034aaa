import { ColouredCode } from "@/app/_light/coloured-code";
import type { CodeLanguage } from "@/app/_light/highlight";
import { CodeFrame, type CodeFrameProps } from "./code-frame";
import { CopyButton } from "./copy-button";

/** Code of a page that Next's client runs on, coloured on the server. `CodeBlock` is for code that the browser writes. */
export function CodeSample({ code, language, ...frame }: CodeFrameProps & { code: string; language: CodeLanguage }) {
  return (
    <CodeFrame {...frame} copy={<CopyButton text={code} label={frame.label} />}>
      <ColouredCode code={code} language={language} />
    </CodeFrame>
  );
}
