import { useTranslations } from "next-intl";
import type { ElementTag, TextNode } from "./text-node";

interface TextTreeProps {
  nodes: readonly TextNode[];
  userId: string;
}

export function TextTree({ nodes, userId }: TextTreeProps) {
  return nodes.map((node, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
    <TextPart key={n} node={node} userId={userId} />
  ));
}

const CODE = "border border-line bg-muted font-mono text-dense";

/** The headings of a message are bold lines, because they would break the outline of the page. A record has an outline. */
const ELEMENTS = {
  paragraph: ["p", ""],
  heading: ["p", "font-semibold"],
  h3: ["h3", ""],
  h4: ["h4", ""],
  h5: ["h5", ""],
  h6: ["h6", ""],
  quote: ["blockquote", "space-y-1.5 border-s-2 border-line-strong ps-3 text-ink-2"],
  bullets: ["ul", "list-disc ps-5"],
  numbers: ["ol", "list-decimal ps-6"],
  item: ["li", "has-[>input]:-ms-5 has-[>input]:list-none"],
  row: ["tr", ""],
  head: ["th", "border bg-muted px-2.5 py-1 font-medium"],
  cell: ["td", "border px-2.5 py-1"],
  code: ["code", `rounded px-1 ${CODE}`],
  del: ["del", ""],
  em: ["em", ""],
  strong: ["strong", ""],
} as const satisfies Record<ElementTag, readonly [tag: string, className: string]>;

const ALIGNED = { left: "text-start", center: "text-center", right: "text-end" };

function TextPart({ node, userId }: { node: TextNode; userId: string }) {
  if (typeof node === "string") return node;
  if (node.tag === "mention") return <MentionMark name={node.name} isOwn={node.userId === userId} />;
  if (node.tag === "task") return <TaskBox isDone={node.isDone} />;
  if (node.tag === "rule") return <hr className="border-line" />;
  if (node.tag === "break") return <br />;
  if (node.tag === "fence")
    return (
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className={`overflow-x-auto rounded-control px-3 py-2 whitespace-pre ${CODE}`}
      >
        <code>{node.text}</code>
      </pre>
    );
  const children = <TextTree nodes={node.children} userId={userId} />;
  if (node.tag === "link")
    return (
      <a
        href={node.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-accent underline underline-offset-2"
      >
        {children}
      </a>
    );
  if (node.tag === "table")
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      <div tabIndex={0} className="overflow-x-auto">
        <table className="text-dense">
          <tbody>{children}</tbody>
        </table>
      </div>
    );
  const [Tag, className] = ELEMENTS[node.tag];
  return (
    <Tag
      className={"align" in node && node.align ? `${className} ${ALIGNED[node.align]}` : className}
      {...("start" in node ? { start: node.start } : {})}
    >
      {children}
    </Tag>
  );
}

function TaskBox({ isDone }: { isDone: boolean }) {
  const t = useTranslations("messages.text");
  return (
    <input
      type="checkbox"
      disabled
      checked={isDone}
      readOnly
      aria-label={t(isDone ? "taskDone" : "taskOpen")}
      className="me-1.5 size-3.5 align-[-0.125em]"
    />
  );
}

function MentionMark({ name, isOwn }: { name: string; isOwn: boolean }) {
  if (!isOwn) return <span className="rounded-xs bg-accent-soft px-0.5 font-medium text-accent">@{name}</span>;
  return <mark className="rounded-xs bg-accent-solid px-1 font-semibold text-white">@{name}</mark>;
}
