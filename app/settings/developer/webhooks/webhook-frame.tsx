import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CopyButton } from "@/app/_ui/copy-button";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { PageHeader } from "@/app/_ui/page-header";
import type { Webhook } from "@/lib/webhooks/store";
import { BackLink } from "./back-link";
import { pathOf } from "./paths";
import { WebhookStatus } from "./webhook-status";

const TABS = [
  ["overview", ""],
  ["deliveries", "/deliveries"],
  ["test", "/test"],
  ["secret", "/secret"],
  ["settings", "/edit"],
] as const;
export type WebhookTab = (typeof TABS)[number][0];

interface WebhookFrameProps {
  webhook: Webhook;
  tab: WebhookTab;
  children: ReactNode;
}

/** Name, state and address above, the pages of one webhook as tabs: each has an address of its own. */
export async function WebhookFrame({ webhook, tab, children }: WebhookFrameProps) {
  const t = await getTranslations("webhooks");
  return (
    <>
      <PageHeader
        back={<BackLink />}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-words">{webhook.name}</span>
            <WebhookStatus webhook={webhook} />
          </span>
        }
        description={
          <span className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 font-mono text-dense break-all">{webhook.url}</span>
            <CopyButton text={webhook.url} label={t("url")} />
          </span>
        }
      />
      <nav aria-label={t("tabs.label", { name: webhook.name })} className="mb-6 overflow-x-auto border-b border-line">
        <ul className="flex gap-1">
          {TABS.map(([key, rest]) => (
            <li key={key}>
              <Link
                href={pathOf(webhook.id, rest)}
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
