import {
  AppWindow,
  BookOpen,
  Bot,
  Building2,
  ChartNoAxesColumn,
  KeyRound,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  Plug,
  Radio,
  ScrollText,
  ShieldCheck,
  Unplug,
  Webhook,
} from "lucide-react";
import type { Messages } from "next-intl";

type Texts = Messages["sections"];
export type SectionKey = keyof Texts["names"];

export interface Section {
  key: SectionKey;
  href: string;
  icon: LucideIcon;
}

interface SectionGroup {
  key: keyof Texts["groups"];
  sections: readonly Section[];
}

const BASE = "/settings/developer";

const SECTION_GROUPS: readonly SectionGroup[] = [
  {
    key: "build",
    sections: [
      { key: "overview", href: BASE, icon: LayoutDashboard },
      { key: "apiKeys", href: `${BASE}/api-keys`, icon: KeyRound },
      { key: "webhooks", href: `${BASE}/webhooks`, icon: Webhook },
      { key: "eventCatalog", href: `${BASE}/event-catalog`, icon: Radio },
      { key: "apiReference", href: `${BASE}/api-reference`, icon: BookOpen },
    ],
  },
  {
    key: "agents",
    sections: [
      { key: "connectors", href: `${BASE}/connectors`, icon: Plug },
      { key: "agentRuns", href: `${BASE}/agent-runs`, icon: Bot },
      { key: "connectAgent", href: `${BASE}/connect-agent`, icon: Unplug },
    ],
  },
  {
    key: "observe",
    sections: [
      { key: "requests", href: `${BASE}/requests`, icon: ListTree },
      { key: "usage", href: `${BASE}/usage`, icon: ChartNoAxesColumn },
      { key: "auditLog", href: `${BASE}/audit-log`, icon: ScrollText },
    ],
  },
  { key: "access", sections: [{ key: "authorizedApps", href: `${BASE}/authorized-apps`, icon: AppWindow }] },
  { key: "organization", sections: [{ key: "organizations", href: "/settings/organizations", icon: Building2 }] },
];

const ADMIN_SECTION: Section = { key: "oauthApps", href: "/settings/admin/oauth-apps", icon: ShieldCheck };

/** The sections that this person can open: only administrators see administration. */
export function listSectionGroups(isAdmin: boolean): readonly SectionGroup[] {
  if (!isAdmin) return SECTION_GROUPS;
  return SECTION_GROUPS.map((group) =>
    group.key === "access" ? { ...group, sections: [...group.sections, ADMIN_SECTION] } : group,
  );
}

/** The overview's address is the beginning of all others, so it is current only when it is the whole. */
export function isCurrentSection(section: Section, pathname: string): boolean {
  return pathname === section.href || (section.key !== "overview" && pathname.startsWith(`${section.href}/`));
}
