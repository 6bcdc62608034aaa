import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { AUDIT_PATH } from "@/app/_links";
import { ERRORS_PATH } from "@/lib/api/error-path";
import { AuditCrop, ListenCrop, ReachCrop, WhyCrop } from "./crops";
import { FIGURES } from "./samples";

const FEATURES = [
  { name: "requests", href: ERRORS_PATH, Crop: WhyCrop, figure: null },
  { name: "audit", href: AUDIT_PATH, Crop: AuditCrop, figure: "audit" },
  { name: "listen", href: "/docs/listen", Crop: ListenCrop, figure: null },
  { name: "reach", href: "/docs/agents", Crop: ReachCrop, figure: "reach" },
] as const;

export async function Features() {
  const t = await getTranslations("home.features");
  return (
    <section aria-labelledby="features-title" className="mt-20 sm:mt-28">
      <h2 id="features-title" className="max-w-2xl text-2xl font-semibold tracking-tight text-balance">
        {t("title")}
      </h2>
      <div className="mt-8 grid grid-cols-1 gap-14 sm:gap-20">
        {FEATURES.map(({ name, href, Crop, figure }, index) => (
          <article key={name} className="grid grid-cols-1 items-center gap-6 lg:grid-cols-12 lg:gap-12">
            <div className={`min-w-0 lg:col-span-5 ${index % 2 === 1 ? "lg:order-2" : ""}`}>
              <h3 className="text-xl font-semibold tracking-tight text-balance">{t(`${name}.title`)}</h3>
              <p className="mt-2 text-ink-2 text-pretty">
                {t.rich(`${name}.text`, { code: (chunks) => <code className="font-mono text-dense">{chunks}</code> })}
              </p>
              {figure && (
                <Figure
                  value={t(`${figure}.value`)}
                  label={t(`${figure}.measured`)}
                  command={FIGURES[figure].command}
                />
              )}
              <Link
                href={href}
                prefetch={false}
                className="mt-4 inline-flex min-h-6 items-center gap-1.5 rounded-control font-medium text-accent underline-offset-4 hover:underline"
              >
                {t(`${name}.link`)}
                <ArrowRight aria-hidden className="size-4" />
              </Link>
            </div>
            <div className="min-w-0 lg:col-span-7">
              <Crop />
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}

function Figure({ value, label, command }: { value: string; label: string; command: string }) {
  return (
    <p className="mt-5 border-s-2 border-accent ps-4">
      <strong className="block text-2xl font-semibold tracking-tight">{value}</strong>
      <span className="block text-ink-2">{label}</span>
      <code className="font-mono text-xs text-ink-3">{command}</code>
    </p>
  );
}
