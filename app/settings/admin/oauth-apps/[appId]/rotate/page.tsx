import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { drawPage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { requireApp } from "../../open-page";
import { appPath } from "../../paths";
import { SecretList } from "../secret-list";
import { RotateForm } from "./rotate-form";

interface Props {
  params: Promise<{ appId: string }>;
}

export const generateMetadata = pageTitle("apps.rotate.title");

export default drawPage("app", async function RotateSecretPage({ params }: Props) {
  const { app, secrets } = await requireApp((await params).appId, "/rotate");
  const t = await getTranslations("apps.rotate");
  return (
    <>
      <PageHeader
        back={<BackLink href={appPath(app.id)}>{app.name}</BackLink>}
        title={t("heading", { name: app.name })}
      />
      <div className="card grid max-w-xl gap-5 p-5">
        {app.clientType === "public" ? (
          <Notice>{t("public")}</Notice>
        ) : (
          <>
            <p className="text-ink-2 text-pretty">{t("explanation")}</p>
            <SecretList secrets={secrets} />
            <RotateForm appId={app.id} clientId={app.clientId} name={app.name} secretId={secrets[0]?.id ?? ""} />
          </>
        )}
      </div>
    </>
  );
});
