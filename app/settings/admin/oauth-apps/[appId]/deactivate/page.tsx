import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { drawPage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { requireApp } from "../../open-page";
import { appPath } from "../../paths";
import { DeactivateForm } from "./deactivate-form";

interface Props {
  params: Promise<{ appId: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("apps.deactivate"))("title") };
}

export default drawPage("app", async function DeactivateAppPage({ params }: Props) {
  const { app } = await requireApp((await params).appId, "/deactivate");
  if (!app.isActive) redirect(appPath(app.id));
  const t = await getTranslations("apps.deactivate");
  return (
    <>
      <PageHeader
        back={<BackLink href={appPath(app.id)}>{app.name}</BackLink>}
        title={t("heading", { name: app.name })}
      />
      <div className="card grid max-w-xl gap-5 p-5">
        <Notice tone={app.liveGrants === 0 ? "neutral" : "warn"}>{t("grants", { count: app.liveGrants })}</Notice>
        <p className="text-ink-2 text-pretty">{t("consequence")}</p>
        <DeactivateForm appId={app.id} name={app.name} />
      </div>
    </>
  );
});
