import { getTranslations } from "next-intl/server";
import { streamPath } from "@/app/_links";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { requireSession } from "@/lib/accounts/sessions/session";
import { openStream } from "@/lib/audit-log/streams/open-stream";
import { readStream } from "@/lib/audit-log/streams/queries";
import { remove } from "../../actions";

export const generateMetadata = pageTitle("auditStreams.delete.title");

export default renderPage(
  "page",
  async function DeleteStreamPage({ params }: { params: Promise<{ streamId: string }> }) {
    const { streamId } = await params;
    const { user } = await requireSession(streamPath(streamId, "/delete"));
    const { bucket, url } = await orNotFound(openStream(user.id, streamId).then(readStream));
    const t = await getTranslations("auditStreams");
    const host = bucket ?? new URL(url).host;
    return (
      <StepPage backHref={streamPath(streamId)} name={host} title={t("delete.heading", { host })}>
        <p className="text-ink-2 text-pretty">{t("delete.consequence")}</p>
        <PlainForm action={remove} failed={t("actions.failed")} hidden={{ streamId }}>
          <FormButtons look="danger" submit={t("actions.delete")} cancelHref={streamPath(streamId)} />
        </PlainForm>
      </StepPage>
    );
  },
);
