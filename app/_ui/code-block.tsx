import { CopyButton } from "./copy-button";

interface CodeBlockProps {
  label: string;
  code: string;
  onCopied?: () => void;
}

/** Long lines scroll inside; the region takes focus, so that the keyboard can scroll it too. */
export function CodeBlock({ label, code, onCopied }: CodeBlockProps) {
  return (
    <figure className="overflow-hidden rounded-control border border-line bg-muted">
      <figcaption className="flex h-9 items-center justify-between border-b border-line pr-1 pl-3 text-xs text-ink-2">
        <span>{label}</span>
        <CopyButton text={code} label={label} {...(onCopied ? { onCopied } : {})} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label} className="overflow-x-auto p-3">
        <pre className="font-mono text-dense">
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
}
