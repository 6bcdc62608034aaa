import { getTranslations } from "next-intl/server";
import { LinkButton } from "./_ui/button";
import { Logo } from "./_ui/logo";

export default async function NotFoundPage() {
  const t = await getTranslations("notFound");
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-3 px-6">
      <Logo className="mb-3 size-8" />
      <h1 className="text-xl font-semibold tracking-tight">{t("titles.page")}</h1>
      <p className="text-ink-2">{t("text")}</p>
      <LinkButton href="/settings/developer" className="mt-3">
        {t("back.page")}
      </LinkButton>
    </main>
  );
}
