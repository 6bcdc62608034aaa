import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CopyButton } from "@/app/_ui/copy-button";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { PageHeader } from "@/app/_ui/page-header";
import type { Connector } from "@/lib/connectors/read-store";
import { BackLink } from "./back-link";
import { ConnectorStatus } from "./connector-status";
import { pathOf } from "./paths";

const TABS = [
  ["overview", ""],
  ["test", "/test"],
  ["try", "/try"],
  ["token", "/token"],
  ["settings", "/edit"],
] as const;

interface ConnectorFrameProps {
  connector: Connector;
  tab: (typeof TABS)[number][0];
  children: ReactNode;
}

/** Name, state and gateway above, the pages of one connector as tabs: each has an address of its own. */
export async function ConnectorFrame({ connector, tab, children }: ConnectorFrameProps) {
  const t = await getTranslations("connectors");
  return (
    <>
      <PageHeader
        back={<BackLink />}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-words">{connector.name}</span>
            <ConnectorStatus isEnabled={connector.isEnabled} />
          </span>
        }
        description={
          <span className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 font-mono text-dense break-all">{connector.gatewayBaseUrl}</span>
            <CopyButton text={connector.gatewayBaseUrl} label={t("gateway")} />
          </span>
        }
      />
      <nav aria-label={t("tabs.label", { name: connector.name })} className="mb-6 overflow-x-auto border-b border-line">
        <ul className="flex gap-1">
          {TABS.map(([key, rest]) => (
            <li key={key}>
              <Link
                href={pathOf(connector.id, rest)}
                aria-current={key === tab ? "page" : undefined}
                className={mergeClasses(
                  "flex h-9 items-center border-b-2 border-transparent px-2.5 text-dense whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink",
                  key === tab && "border-accent font-medium text-ink",
                )}
              >
                {t(`tabs.${key}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}
