import { ImageIcon, Square, SquareCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { checkLink, nestHeadings } from "@/lib/records/markdown";

const LOOK =
  "grid grid-cols-1 gap-3 [&>:first-child]:mt-0 [&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-3 [&_blockquote]:text-ink-2 [&_code]:rounded [&_code]:bg-muted [&_code]:px-1 [&_code]:font-mono [&_code]:text-dense [&_h3]:mt-2 [&_h3]:text-lg [&_h3]:font-semibold [&_h4]:mt-1 [&_h4]:font-semibold [&_h5]:font-medium [&_h6]:font-medium [&_h6]:text-ink-2 [&_hr]:border-line [&_li]:my-0.5 [&_ol]:list-decimal [&_ol]:ps-6 [&_pre]:overflow-hidden [&_pre]:rounded-control [&_pre]:bg-muted [&_pre]:p-3 [&_pre]:whitespace-pre-wrap [&_pre_code]:px-0 [&_td]:border [&_td]:px-2.5 [&_td]:py-1 [&_th]:border [&_th]:bg-muted [&_th]:px-2.5 [&_th]:py-1 [&_th]:text-start [&_ul]:list-disc [&_ul]:ps-6 [&_ul.contains-task-list]:list-none [&_ul.contains-task-list]:ps-1";

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
    <div className={LOOK}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
