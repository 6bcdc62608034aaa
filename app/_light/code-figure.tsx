import { CodeFrame, type CodeFrameProps } from "@/app/_ui/shown/code-frame";
import { ColouredCode } from "./coloured-code";
import { CopyControl } from "./copy-control";
import type { CodeLanguage } from "./highlight";

interface CodeFigureProps extends CodeFrameProps {
  code: string;
  language?: CodeLanguage;
}

export function CodeFigure({ code, language, ...frame }: CodeFigureProps) {
  return (
    <CodeFrame {...frame} copy={<CopyControl label={frame.label} />}>
      {language ? <ColouredCode code={code} language={language} /> : code}
    </CodeFrame>
  );
}
