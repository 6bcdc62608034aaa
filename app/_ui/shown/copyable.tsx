import { CopyButton } from "./copy-button";

export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 font-mono break-all">{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  );
}
