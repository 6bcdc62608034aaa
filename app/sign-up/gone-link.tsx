import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_ui/controls/button";
import { SignInLayout } from "@/app/_ui/page/sign-in-layout";

export function GoneLink({ path }: { path: string }) {
  const t = useTranslations("signUp");
  return (
    <SignInLayout heading={t("gone")} intro={t("goneText")}>
      <LinkButton href={path} look="primary" className="justify-self-start">
        {t("newLink")}
      </LinkButton>
    </SignInLayout>
  );
}
