import { getTranslations } from "next-intl/server";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import type { ClientRow } from "@/lib/oauth/client-documents/queries";
import { KeyList } from "../../[appId]/key-list";

/** The document in words. Its logo is never loaded, and its website is no link before it is approved. */
export async function DocumentFacts({ row: { found, approved, foundAt } }: { row: ClientRow }) {
  const t = await getTranslations("clients");
  if (!found) return null;
  const isNew = (uri: string) => approved !== null && !approved.redirectUris.includes(uri);
  return (
    <FactList>
      <Fact name={t("name")}>{found.name}</Fact>
      <Fact name={t("website")}>
        {found.websiteUrl === null ? (
          <span className="text-ink-3">{t("noWebsite")}</span>
        ) : (
          <span className="break-all">{found.websiteUrl}</span>
        )}
      </Fact>
      <Fact name={t("redirectUris")}>
        <ul className="grid gap-1">
          {found.redirectUris.map((uri) => (
            <li key={uri} className="font-mono break-all">
              {uri}
              {isNew(uri) ? <strong className="ms-2 font-sans font-medium text-warn">{t("newUri")}</strong> : null}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={t("authentication")}>
        {t(found.isPublic ? "authenticationNone" : "authenticationKeys")}
        {found.keys === null ? null : (
          <div className="mt-1">
            <KeyList keys={found.keys} />
          </div>
        )}
      </Fact>
      {found.leftOutUris.length > 0 ? (
        <Fact name={t("leftOut")}>
          <ul className="grid gap-1 text-ink-2">
            {found.leftOutUris.map((uri) => (
              <li key={uri} className="font-mono break-all">
                {uri}
              </li>
            ))}
          </ul>
        </Fact>
      ) : null}
      <Fact name={t("checked")}>{foundAt === null ? t("neverRead") : <Time value={foundAt} />}</Fact>
    </FactList>
  );
}
