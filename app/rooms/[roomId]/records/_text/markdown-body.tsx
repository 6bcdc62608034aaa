import { ImageIcon, Square, SquareCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { checkLink, nestHeadings } from "@/lib/records/markdown";
import { RECORD_LOOK } from "./record-look";

function TextLink({ href = "", children }: { href?: string | undefined; children?: ReactNode }) {
  const checked = checkLink(href);
  if (checked === null) return children;
  const isOutside = !checked.startsWith("#");
  return (
    <a
      href={checked}
      className="text-accent underline underline-offset-2"
      {...(isOutside ? { target: "_blank", rel: "noopener noreferrer nofollow" } : {})}
    >
      {children}
    </a>
  );
}

/** A picture of elsewhere would tell its server who reads: it is a link that one may follow. */
function ImageLink({ src, alt = "" }: { src?: unknown; alt?: string | undefined }) {
  return (
    <TextLink href={typeof src === "string" ? src : ""}>
      <ImageIcon aria-hidden className="me-1 inline size-3.5" />
      {alt || (typeof src === "string" ? src : "")}
    </TextLink>
  );
}

function TaskBox({ checked = false }: { checked?: boolean | undefined }) {
  const t = useTranslations("roomRecords.text");
  const Icon = checked ? SquareCheck : Square;
  return (
    <Icon role="img" aria-label={t(checked ? "taskDone" : "taskOpen")} className="me-1 inline size-4 text-ink-2" />
  );
}

function WideTable({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="text-dense">{children}</table>
    </div>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <TextLink href={href}>{children}</TextLink>,
  img: ({ src, alt }) => <ImageLink src={src} alt={alt} />,
  input: ({ checked }) => <TaskBox checked={checked} />,
  table: ({ children }) => <WideTable>{children}</WideTable>,
};

const PLUGINS = [remarkGfm, () => nestHeadings];

/** HTML in a text is shown as the text it is: nothing here turns a string into markup. */
export default function MarkdownBody({ text }: { text: string }) {
  return (
    <div className={RECORD_LOOK}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
