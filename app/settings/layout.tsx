import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Notice } from "@/app/_ui/page/notice";
import { PendingArea } from "@/app/_ui/pending/pending-area";
import { readSession } from "@/lib/accounts/sessions/session";
import { listOwnSuspensions } from "@/lib/admin/tenants/queries";
import { AppFrame } from "./_frame/app-frame";
import { SectionNav } from "./_frame/section-nav";

/** Draws the frame only: a layout is not rendered on every visit, so each page checks the session itself. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const session = await readSession();
  if (!session) return children;
  return (
    <AppFrame person={session.user} place="settings" nav={<SectionNav isAdmin={session.user.isAdmin} />}>
      <main
        id="content"
        tabIndex={-1}
        className="min-w-0 px-4 py-6 outline-none sm:px-8 sm:py-9 has-data-endpoint:pt-3 has-data-wide:pt-3"
      >
        <SuspensionNotice userId={session.user.id} />
        <PendingArea
          area="settings"
          className="min-h-[calc(100dvh-8rem)] max-w-5xl has-data-endpoint:max-w-[100rem] has-data-wide:max-w-[100rem]"
        >
          {children}
        </PendingArea>
      </main>
    </AppFrame>
  );
}

async function SuspensionNotice({ userId }: { userId: string }) {
  const [suspensions, t] = await Promise.all([listOwnSuspensions(userId), getTranslations("suspensionNotice")]);
  return suspensions.map(({ id, organizationName, suspension }) => (
    <div key={id} className="mb-5 max-w-5xl">
      <Notice tone="warn">
        <p className="font-medium">
          {organizationName === null
            ? t("own", { message: suspension?.message ?? "" })
            : t("organization", { name: organizationName, message: suspension?.message ?? "" })}
        </p>
        <p>{t("effects")}</p>
      </Notice>
    </div>
  ));
}
