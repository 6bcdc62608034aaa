import { useTranslations } from "next-intl";
import type { ClientKeys } from "@/lib/oauth/apps/client-keys";

export function KeyList({ keys }: { keys: ClientKeys }) {
  const t = useTranslations("apps.keys");
  if ("jwksUri" in keys) return <p className="font-mono text-dense break-all">{keys.jwksUri}</p>;
  if (keys.jwks.length === 0) return <p className="text-dense text-warn">{t("none")}</p>;
  return (
    <ul className="grid gap-1 font-mono text-dense">
      {keys.jwks.map((key) => (
        <li key={JSON.stringify(key)} className="break-all">
          {key.kty} {key.kid ?? t("unnamed")}
        </li>
      ))}
    </ul>
  );
}
