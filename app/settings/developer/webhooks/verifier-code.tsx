import { useTranslations } from "next-intl";
import { LanguageChoice } from "@/app/_reference/language-choice";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import { VERIFIER_LANGUAGES, type VerifierLanguage, writeVerifier } from "@/lib/webhooks/signing/verifier-snippet";

const NAMES: Readonly<Record<VerifierLanguage, string>> = {
  js: "Node.js",
  python: "Python",
  go: "Go",
  php: "PHP",
  ruby: "Ruby",
};

/** Written out for Tailwind: the panel of the checked radio button of this choice. */
const PANELS: Readonly<Record<VerifierLanguage, string>> = {
  js: "hidden group-has-[[data-language=js]:checked]/verifier:block",
  python: "hidden group-has-[[data-language=python]:checked]/verifier:block",
  go: "hidden group-has-[[data-language=go]:checked]/verifier:block",
  php: "hidden group-has-[[data-language=php]:checked]/verifier:block",
  ruby: "hidden group-has-[[data-language=ruby]:checked]/verifier:block",
};

interface VerifierCodeProps {
  isRotating?: boolean;
  isRevealed?: boolean;
}

export function VerifierCode({ isRotating = false, isRevealed = false }: VerifierCodeProps) {
  const t = useTranslations("webhooks.secret");
  const reveal = useTranslations("webhookForms.reveal");
  const nameCode = (language: VerifierLanguage) =>
    isRevealed ? reveal("verifierIn", { language: NAMES[language] }) : t("receiverIn", { language: NAMES[language] });
  return (
    <div className="group/verifier grid grid-cols-1 gap-2">
      <LanguageChoice
        name={isRevealed ? "revealed-language" : "receiver-language"}
        label={t("language")}
        languages={VERIFIER_LANGUAGES}
        names={NAMES}
      />
      {VERIFIER_LANGUAGES.map((language) => (
        <div key={language} className={PANELS[language]}>
          <CodeSample language={language} label={nameCode(language)} code={writeVerifier(language, { isRotating })} />
        </div>
      ))}
    </div>
  );
}
