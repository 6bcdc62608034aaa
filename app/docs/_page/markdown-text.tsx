import { ChevronRight, Hash } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CodeFigure } from "@/app/_light/code-figure";
import { CODE_LANGUAGES } from "@/app/_light/highlight";
import { LanguageTabs, type TabLanguage } from "@/app/_light/language-tabs";
import { addHeadingIds, type MarkdownNode, readText, type WordNode } from "@/lib/docs/markdown";
import { env } from "@/lib/platform/env";

const LOOK =
  "grid grid-cols-1 gap-4 [&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-4 [&_blockquote]:text-ink-2 [&_hr]:border-line [&_li]:my-1 [&_ol]:list-decimal [&_ol]:ps-6 [&_p]:text-pretty [&_td]:border-t [&_td]:border-line [&_td]:px-3 [&_td]:py-2 [&_td]:align-top [&_th]:px-3 [&_th]:py-2 [&_th]:text-start [&_th]:text-xs [&_th]:font-medium [&_th]:text-ink-3 [&_ul]:list-disc [&_ul]:ps-6";

const HEADINGS = {
  2: "mt-6 text-xl font-semibold tracking-tight",
  3: "mt-3 text-lg font-semibold",
  4: "mt-2 font-semibold",
} as const;

interface HeadingProps {
  depth: keyof typeof HEADINGS;
  id: string | undefined;
  node: WordNode | undefined;
  children: ReactNode;
}

function Heading({ depth, id, node, children }: HeadingProps) {
  const t = useTranslations("docs");
  const Tag = `h${depth}` as const;
  return (
    <div className={`group flex items-baseline gap-1.5 ${HEADINGS[depth]}`}>
      <Tag id={id} className="min-w-0">
        {children}
      </Tag>
      {id ? (
        <a
          href={`#${id}`}
          aria-label={t("linkTo", { heading: node ? readText(node) : id })}
          className="grid size-6 shrink-0 place-items-center self-center rounded-control text-ink-3 opacity-0 group-hover:opacity-100 hover:text-accent focus-visible:opacity-100"
        >
          <Hash aria-hidden className="size-4" />
        </a>
      ) : null}
    </div>
  );
}

interface DrawnNode extends WordNode {
  properties?: Record<string, unknown>;
  children?: DrawnNode[];
}

/** A receiver in JavaScript and a call in TypeScript are one choice. */
const TAB_LANGUAGES: Readonly<Partial<Record<string, TabLanguage>>> = {
  js: "typescript",
  ts: "typescript",
  python: "python",
  go: "go",
  php: "php",
  ruby: "ruby",
};

function readLanguage(fence: DrawnNode): string {
  const { className } = fence.children?.[0]?.properties ?? {};
  return (Array.isArray(className) ? String(className[0]) : "").replace("language-", "");
}

function FenceTabs({ node }: { node: DrawnNode }) {
  const t = useTranslations();
  const tabs = (node.children ?? []).flatMap((fence) => {
    const name = CODE_LANGUAGES.find((known) => known === readLanguage(fence));
    const language = name && TAB_LANGUAGES[name];
    return language ? [{ language, title: t(`docs.languages.${name}`), code: <Fence node={fence} /> }] : [];
  });
  const name = `languages-${String(node.properties?.["dataTabs"])}`;
  return <LanguageTabs name={name} label={t("reference.snippets.language")} tabs={tabs} />;
}

/** Blocks are regions, whose names must differ: the number makes them so. */
function Fence({ node }: { node: DrawnNode | undefined }) {
  const t = useTranslations("docs");
  const [code] = node?.children ?? [];
  const { className, dataNumber, dataTitle } = code?.properties ?? {};
  const classes: unknown[] = Array.isArray(className) ? className : [];
  const name = CODE_LANGUAGES.find((known) => classes.includes(`language-${known}`));
  const language = t(`languages.${name ?? "text"}`);
  const text = code ? readText(code).replace(/\n$/, "") : "";
  const colours = name ? { language: name } : {};
  if (typeof dataTitle === "string")
    return (
      <details className="group/fold">
        <summary className="inline-flex min-h-6 items-center gap-1 rounded-control text-dense text-ink-2 hover:text-ink">
          <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open/fold:rotate-90" />
          {dataTitle}
        </summary>
        <div className="mt-2">
          <CodeFigure label={dataTitle} caption={language} code={text} {...colours} />
        </div>
      </details>
    );
  const label = t("blockName", { language, number: Number(dataNumber) });
  return <CodeFigure label={label} caption={language} code={text} {...colours} />;
}

function TextLink({ href = "", children }: { href?: string | undefined; children?: ReactNode }) {
  const look = "text-accent underline underline-offset-2 hover:no-underline";
  if (href.startsWith("/") && !/\.\w+$/.test(href))
    return (
      <Link href={href} prefetch={false} className={look}>
        {children}
      </Link>
    );
  return (
    <a href={href} className={look} {...(href.startsWith("http") ? { rel: "noopener noreferrer" } : {})}>
      {children}
    </a>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <TextLink href={href}>{children}</TextLink>,
  h2: ({ id, node, children }) => (
    <Heading depth={2} id={id} node={node}>
      {children}
    </Heading>
  ),
  h3: ({ id, node, children }) => (
    <Heading depth={3} id={id} node={node}>
      {children}
    </Heading>
  ),
  h4: ({ id, node, children }) => (
    <Heading depth={4} id={id} node={node}>
      {children}
    </Heading>
  ),
  pre: ({ node }) => <Fence node={node} />,
  div: ({ node, children }) => (node?.properties["dataTabs"] ? <FenceTabs node={node} /> : <div>{children}</div>),
  code: ({ children }) => <code className="rounded bg-muted px-1 py-px font-mono text-[0.92em]">{children}</code>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="card overflow-x-auto">
      <table className="w-full text-dense">{children}</table>
    </div>
  ),
};

function numberBlocks(tree: MarkdownNode): void {
  let number = 0;
  const visit = (node: MarkdownNode): void => {
    if (node.type === "code") {
      number += 1;
      const dataTitle = node.meta ?? undefined;
      node.data = { ...node.data, hProperties: { ...node.data?.hProperties, dataNumber: number, dataTitle } };
    }
    for (const child of node.children ?? []) visit(child);
  };
  visit(tree);
}

/** Blocks that follow each other in several programming languages say the same, so the reader chooses one. */
function groupLanguages(tree: MarkdownNode): void {
  const grouped: MarkdownNode[] = [];
  let tabs: MarkdownNode[] = [];
  const close = () => {
    const [first] = tabs;
    const hProperties = { dataTabs: first?.data?.hProperties?.["dataNumber"] };
    if (tabs.length > 1) grouped.push({ type: "languages", data: { hName: "div", hProperties }, children: tabs });
    else grouped.push(...tabs);
    tabs = [];
  };
  for (const node of tree.children ?? []) {
    const language = TAB_LANGUAGES[node.lang ?? ""];
    if (language === undefined || tabs.some(({ lang }) => TAB_LANGUAGES[lang ?? ""] === language)) close();
    if (language === undefined) grouped.push(node);
    else tabs.push(node);
  }
  close();
  tree.children = grouped;
}

const PLUGINS = [remarkGfm, () => addHeadingIds, () => numberBlocks, () => groupLanguages];

/** The texts are ours and few: each is parsed once a process. Words that depend on the reader are in the components. */
const drawn = new Map<string, ReactElement>();

export function MarkdownText({ id, text }: { id: string; text: string }) {
  const element = drawn.get(id) ?? Markdown({ children: text, remarkPlugins: PLUGINS, components: COMPONENTS });
  if (env().NODE_ENV !== "development") drawn.set(id, element);
  return <div className={LOOK}>{element}</div>;
}
