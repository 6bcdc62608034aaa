import { ChevronRight } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { describeRange, type Member } from "@/lib/docs/surface/schema";
import { readMeanings } from "@/lib/docs/surface/value-meanings";
import { Code, CodeText } from "./code-text";

const PATTERN_MAX_LENGTH = 60;

export function MemberList({ members, isResponse = false }: { members: readonly Member[]; isResponse?: boolean }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {members.map((member) => (
        <MemberEntry key={member.name} member={member} isResponse={isResponse} />
      ))}
    </ul>
  );
}

function MemberEntry({ member, isResponse }: { member: Member; isResponse: boolean }) {
  const t = useTranslations("reference.members");
  const { name, type, isRequired, isNullable, description, fallback, members } = member;
  const presence = isResponse ? (isRequired ? null : t("optional")) : t(isRequired ? "required" : "optional");
  return (
    <li className="grid grid-cols-1 gap-1 py-3 text-dense">
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <code lang="en" className="font-mono font-medium break-all">
          {name}
        </code>
        <span lang="en" className="font-mono text-xs text-ink-3">
          {type}
        </span>
        {isNullable ? <span className="text-xs text-ink-3">{t("nullable")}</span> : null}
        {presence === null ? null : (
          <span className={isRequired ? "text-xs font-medium text-warn" : "text-xs text-ink-3"}>{presence}</span>
        )}
      </p>
      {description === null ? null : (
        <p lang="en" className="text-ink-2 text-pretty">
          <CodeText text={description} />
        </p>
      )}
      <Bounds member={member} />
      {fallback === null ? null : (
        <p className="text-ink-2">{t.rich("fallback", { value: fallback, code: (text) => <Code>{text}</Code> })}</p>
      )}
      {members.length === 0 ? null : (
        <details className="group/members mt-1" open={members.length <= 14}>
          <summary className="inline-flex min-h-6 items-center gap-1 rounded-control text-ink-2 hover:text-ink">
            <ChevronRight aria-hidden className="size-3.5 group-open/members:rotate-90" />
            {t("inside", { name })}
          </summary>
          <div className="mt-1 border-s border-line ps-4">
            <MemberList members={members} isResponse={isResponse} />
          </div>
        </details>
      )}
    </li>
  );
}

function Bounds({ member: { ranges, pattern, values, knownValues, valueSet, format } }: { member: Member }) {
  const t = useTranslations("reference.members");
  const locale = useLocale();
  const { number } = useFormatter();
  const texts = ranges.map((range) => {
    const { key, values: numbers } = describeRange(range, number);
    return t(`ranges.${key}`, numbers);
  });
  const facts = [...(format === null ? [] : [t(format === "date-time" ? "dateTime" : "format", { format })]), ...texts];
  const meanings = valueSet === null ? {} : readMeanings(valueSet, locale);
  return (
    <>
      {facts.length === 0 ? null : <p className="text-ink-2">{facts.join(" · ")}</p>}
      {pattern === null || pattern.length > PATTERN_MAX_LENGTH ? null : (
        <p className="text-ink-2">
          {t("pattern")} <Code>{pattern}</Code>
        </p>
      )}
      <Values label={t("values")} values={values} meanings={meanings} />
      <Values label={t("knownValues")} values={knownValues.length > 1 ? knownValues : []} meanings={meanings} />
    </>
  );
}

interface ValuesProps {
  label: string;
  values: readonly string[];
  meanings: Readonly<Record<string, string>>;
}

function Values({ label, values, meanings }: ValuesProps) {
  if (values.length === 0) return null;
  return (
    <div className="text-ink-2">
      <p>{label}</p>
      <ul className="mt-1 grid grid-cols-1 gap-1">
        {values.map((value) => (
          <li key={value} className="flex flex-wrap items-baseline gap-x-2">
            <Code>{value}</Code>
            {meanings[value] === undefined ? null : <span className="min-w-0 text-pretty">{meanings[value]}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
