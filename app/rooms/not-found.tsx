import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { ROOMS_PATH } from "./_frame/paths";

export default async function RoomNotFoundPage() {
  const t = await getTranslations("rooms");
  return (
    <div className="mx-auto grid w-full max-w-md flex-1 content-center justify-items-start gap-3">
      <h1 className="text-xl font-semibold tracking-tight">{t("notFound.title")}</h1>
      <p className="text-ink-2">{t("notFound.text")}</p>
      <LinkButton href={ROOMS_PATH} className="mt-3">
        {t("all")}
      </LinkButton>
    </div>
  );
}
