import { useTranslations } from "next-intl";
import { Section } from "@/app/_ui/page/section";
import type { Failure, Operation } from "@/lib/docs/surface/operations";
import { ErrorLink } from "./error-list";

/** The gates in their order: the first one that refuses answers. */
export function GateList({ operation }: { operation: Operation }) {
  const t = useTranslations("reference.gates");
  return (
    <Section id="gates" title={t("title")}>
      <p className="text-dense text-ink-2 text-pretty">{t("text")}</p>
      <ol className="card divide-y divide-line text-dense">
        {operation.gates.map(({ name, refuses }, index) => (
          <Step key={name} number={index + 1} title={t(`names.${name}`)} text={t(`texts.${name}`)} refuses={refuses} />
        ))}
        <Step
          number={operation.gates.length + 1}
          title={t("operation")}
          text={t("operationText")}
          refuses={operation.refuses}
        />
      </ol>
    </Section>
  );
}

function Step(props: { number: number; title: string; text: string; refuses: readonly Failure[] }) {
  const { number, title, text, refuses } = props;
  return (
    <li className="flex gap-3 px-4 py-3">
      <span aria-hidden className="w-4 shrink-0 text-end text-ink-3">
        {number}
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-0.5">
        <p className="font-medium">{title}</p>
        <p className="text-ink-2 text-pretty">{text}</p>
        {refuses.length === 0 ? null : (
          <p className="flex flex-wrap gap-x-3 gap-y-1">
            {refuses.map(({ status, code }) => (
              <span key={code}>
                <span className="text-ink-3">{status}</span> <ErrorLink code={code} />
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
