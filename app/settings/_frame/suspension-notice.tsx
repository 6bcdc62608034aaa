import { getTranslations } from "next-intl/server";
import { Notice } from "@/app/_ui/page/notice";
import { listOwnSuspensions } from "@/lib/admin/tenants/queries";

export async function SuspensionNotice({ userId }: { userId: string }) {
  const [suspensions, t] = await Promise.all([listOwnSuspensions(userId), getTranslations("suspensionNotice")]);
  return suspensions.map(({ id, organizationName, suspension }) => (
    <div key={id} className="mx-auto mb-5 max-w-5xl">
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
