import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_ui/controls/button";
import { DoorPage } from "@/app/_ui/page/door-page";

export function GoneLink({ path }: { path: string }) {
  const t = useTranslations("signUp");
  return (
    <DoorPage heading={t("gone")} intro={t("goneText")}>
      <LinkButton href={path} look="primary" className="justify-self-start">
        {t("newLink")}
      </LinkButton>
    </DoorPage>
  );
}
