import {
  AppWindow,
  BellRing,
  BookOpen,
  BookText,
  Bot,
  Building2,
  ChartNoAxesColumn,
  Cog,
  Gavel,
  HeartPulse,
  KeyRound,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  MonitorSmartphone,
  Plug,
  Radio,
  Scale,
  ScrollText,
  ShieldCheck,
  Siren,
  Unplug,
  UserRound,
  Users,
  Webhook,
} from "lucide-react";
import type { Messages } from "next-intl";

type Texts = Messages["sections"];
export type SectionKey = keyof Texts["names"];

export interface Section {
  key: SectionKey;
  href: string;
  icon: LucideIcon;
  letter: string;
  /** The sidebar shows the section that this one is a tab of; the palette and the keys lead to both. */
  tabOf?: SectionKey;
}

interface SectionGroup {
  key: keyof Texts["groups"];
  sections: readonly Section[];
}

const BASE = "/settings/developer";

const SECTION_GROUPS: readonly SectionGroup[] = [
  {
    key: "you",
    sections: [
      { key: "account", href: "/settings/account", icon: UserRound, letter: "s" },
      { key: "notifications", href: "/settings/notifications/preferences", icon: BellRing, letter: "q" },
      { key: "devices", href: "/settings/account#sessions", icon: MonitorSmartphone, letter: "z" },
      { key: "authorizedApps", href: `${BASE}/authorized-apps`, icon: AppWindow, letter: "a" },
    ],
  },
  {
    key: "organization",
    sections: [
      { key: "organizations", href: "/settings/organizations", icon: Building2, letter: "t" },
      { key: "usage", href: `${BASE}/usage`, icon: ChartNoAxesColumn, letter: "u" },
      { key: "auditLog", href: `${BASE}/audit-log`, icon: ScrollText, letter: "l" },
    ],
  },
  {
    key: "developers",
    sections: [
      { key: "overview", href: BASE, icon: LayoutDashboard, letter: "o" },
      { key: "apiKeys", href: `${BASE}/api-keys`, icon: KeyRound, letter: "k" },
      { key: "webhooks", href: `${BASE}/webhooks`, icon: Webhook, letter: "w" },
      { key: "requests", href: `${BASE}/requests`, icon: ListTree, letter: "r" },
      { key: "eventCatalog", href: "/docs/event-catalog", icon: Radio, letter: "e" },
      { key: "connectors", href: `${BASE}/connectors`, icon: Plug, letter: "c" },
      { key: "agentRuns", href: `${BASE}/agent-runs`, icon: Bot, letter: "n" },
      { key: "connectAgent", href: `${BASE}/connect-agent`, icon: Unplug, letter: "x" },
      { key: "apiReference", href: "/docs/reference", icon: BookOpen, letter: "d" },
      { key: "docs", href: "/docs", icon: BookText, letter: "j" },
    ],
  },
];

const ADMINISTRATION: SectionGroup = {
  key: "administration",
  sections: [
    { key: "health", href: "/settings/admin", icon: HeartPulse, letter: "h" },
    { key: "troubledHosts", href: "/settings/admin/deliveries", icon: Siren, letter: "f", tabOf: "health" },
    { key: "backgroundWork", href: "/settings/admin/background", icon: Cog, letter: "b", tabOf: "health" },
    { key: "tenants", href: "/settings/admin/tenants", icon: Users, letter: "i" },
    { key: "oauthApps", href: "/settings/admin/oauth-apps", icon: ShieldCheck, letter: "p" },
    { key: "legalHolds", href: "/settings/admin/legal-holds", icon: Scale, letter: "v" },
    { key: "administrationActs", href: "/settings/admin/acts", icon: Gavel, letter: "y" },
  ],
};

export function listSectionGroups(isAdmin: boolean): readonly SectionGroup[] {
  return isAdmin ? [...SECTION_GROUPS, ADMINISTRATION] : SECTION_GROUPS;
}

/** Their addresses are the beginning of all others of their area, so they are current only when they are the whole. */
const LANDING_PAGES: ReadonlySet<SectionKey> = new Set(["overview", "health"]);

export function isCurrentSection(section: Section, pathname: string): boolean {
  const isWithin = !LANDING_PAGES.has(section.key) && pathname.startsWith(`${section.href}/`);
  const tabs = ADMINISTRATION.sections.filter(({ tabOf }) => tabOf === section.key);
  return pathname === section.href || isWithin || tabs.some((tab) => isCurrentSection(tab, pathname));
}
