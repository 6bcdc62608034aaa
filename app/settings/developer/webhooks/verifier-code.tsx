import { getTranslations } from "next-intl/server";
import { LanguageTabs, type TabLanguage } from "@/app/_light/language-tabs";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import { VERIFIER_LANGUAGES, type VerifierLanguage, writeVerifier } from "@/lib/webhooks/signing/verifier-snippet";

const TABS: Readonly<Record<VerifierLanguage, { language: TabLanguage; title: string }>> = {
  js: { language: "typescript", title: "Node.js" },
  python: { language: "python", title: "Python" },
  go: { language: "go", title: "Go" },
  php: { language: "php", title: "PHP" },
  ruby: { language: "ruby", title: "Ruby" },
};

interface VerifierCodeProps {
  isRotating?: boolean;
  isRevealed?: boolean;
}

export async function VerifierCode({ isRotating = false, isRevealed = false }: VerifierCodeProps) {
  const [t, reveal] = await Promise.all([getTranslations("webhooks.secret"), getTranslations("webhookForms.reveal")]);
  const tabs = VERIFIER_LANGUAGES.map((language) => {
    const named = { language: TABS[language].title };
    const label = isRevealed ? reveal("verifierIn", named) : t("receiverIn", named);
    const code = writeVerifier(language, { isRotating });
    return { ...TABS[language], code: <CodeSample key={language} language={language} label={label} code={code} /> };
  });
  return (
    <LanguageTabs name={isRevealed ? "revealed-language" : "receiver-language"} label={t("language")} tabs={tabs} />
  );
}
