import { CodeFrame, type CodeFrameProps } from "./code-frame";
import { CopyButton } from "./copy-button";

interface CodeBlockProps extends CodeFrameProps {
  code: string;
  onCopied?: () => void;
}

export function CodeBlock({ code, onCopied, ...frame }: CodeBlockProps) {
  const copy = <CopyButton text={code} label={frame.label} {...(onCopied ? { onCopied } : {})} />;
  return (
    <CodeFrame {...frame} copy={copy}>
      {code}
    </CodeFrame>
  );
}
