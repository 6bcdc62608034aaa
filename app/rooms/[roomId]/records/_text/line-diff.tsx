import { useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Notice } from "@/app/_ui/page/notice";
import { compareTexts, type DiffLine } from "@/lib/records/compare";

const LOOKS = {
  same: ["", " "],
  removed: ["bg-bad-soft text-bad", "−"],
  added: ["bg-good-soft text-good", "+"],
} as const;

/** Each line has a sign and a hidden word, since colour alone says nothing. */
export function LineDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const t = useTranslations("roomRecords.diff");
  if (before === after) return <Notice>{t("same")}</Notice>;
  const lines = compareTexts(before, after);
  if (!lines) return <Notice tone="warn">{t("tooDifferent")}</Notice>;
  const shown = lines.map((line, place) => ({ ...line, place }));
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="max-h-[32rem] overflow-y-auto rounded-control border border-line"
    >
      <ol className="font-mono text-dense">
        {shown.map(({ place, ...line }) => (
          <Line key={place} line={line} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line: { kind, text, count } }: { line: DiffLine }) {
  const t = useTranslations("roomRecords.diff");
  if (kind === "skipped")
    return <li className="border-y border-line bg-muted px-3 py-1 text-xs text-ink-3">{t("skipped", { count })}</li>;
  const [look, sign] = LOOKS[kind];
  return (
    <li className={joinClasses("flex gap-2 px-3 py-0.5", look)}>
      <span aria-hidden className="w-3 shrink-0 select-none">
        {sign}
      </span>
      <span className="min-w-0 whitespace-pre-wrap">
        {kind === "same" ? null : <span className="sr-only">{t(kind)} </span>}
        {text === "" ? " " : text}
      </span>
    </li>
  );
}
