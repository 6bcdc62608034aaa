import { useTranslations } from "next-intl";
import { BackLink as Back } from "@/app/_ui/back-link";
import { CONNECTORS_PATH, pathOf } from "./paths";

/** To the list, or to the connector whose name it carries. */
export function BackLink({ connector, rest = "" }: { connector?: { id: string; name: string }; rest?: string }) {
  const t = useTranslations("connectors");
  return <Back href={connector ? pathOf(connector.id, rest) : CONNECTORS_PATH}>{connector?.name ?? t("title")}</Back>;
}
