import { useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/page/notice";
import { Time } from "@/app/_ui/shown/time";
import type { KeySummary } from "@/lib/api-keys/key-summary";

/** Nothing for a key that did not leak. */
export function LeakNotice({ apiKey }: { apiKey: Pick<KeySummary, "name" | "leak" | "revokedAt"> }) {
  const t = useTranslations("keys.leak");
  const { name, leak, revokedAt } = apiKey;
  if (leak === null || revokedAt === null) return null;
  return (
    <div className="mb-4">
      <Notice tone="warn">
        <p className="font-medium">{t.rich("revoked", { name, time: () => <Time value={revokedAt} /> })}</p>
        <p className="mt-1">
          {leak.url === null ? (
            t("placeUnknown")
          ) : (
            <>
              {t("foundAt")}{" "}
              <a
                href={leak.url}
                rel="noopener noreferrer nofollow"
                target="_blank"
                className="break-all underline underline-offset-4"
              >
                {leak.url}
              </a>
            </>
          )}
        </p>
        <p className="mt-1">{t("next")}</p>
      </Notice>
    </div>
  );
}
