import { GUEST_ROLE, MANAGER_ROLE, MEMBER_ROLE, OWNER_ROLE } from "../../access/roles";
import { EVENT_TYPES } from "../../events/catalog";
import { CATALOGS } from "../../i18n/catalogs";
import type { Locale } from "../../i18n/locale";

type Texts = Readonly<Record<string, string>>;
type Catalog = (typeof CATALOGS)[Locale];

const ROLES = [
  [GUEST_ROLE, "guest"],
  [MEMBER_ROLE, "member"],
  [MANAGER_ROLE, "manager"],
  [OWNER_ROLE, "owner"],
] as const;

/** A screen already explains these values; the reference has texts for the others. */
const ELSEWHERE: Readonly<Record<string, (catalog: Catalog) => Texts>> = {
  recordStatus: ({ roomRecords }) => roomRecords.approval.states,
  scope: ({ scopes }) => scopes.words,
  memberRole: ({ roles: { names, room } }) =>
    Object.fromEntries(ROLES.map(([role, name]) => [String(role), `${names[name]}. ${room[name]}`])),
  errorCode: ({ docs }) =>
    Object.fromEntries(Object.entries(docs.errors.codes).map(([code, { meaning }]) => [code, meaning])),
  eventType: ({ eventCatalog }) => {
    const texts: Texts = eventCatalog.events;
    return Object.fromEntries(EVENT_TYPES.map((type) => [type, texts[type.replaceAll(".", "_")] ?? ""]));
  },
};

export function readMeanings(set: string, locale: Locale): Texts {
  const catalog = CATALOGS[locale];
  const own: Readonly<Record<string, Texts>> = catalog.reference.values;
  const texts = ELSEWHERE[set]?.(catalog) ?? own[set];
  if (!texts) throw new Error(`The values of ${set} have no meanings`);
  return texts;
}

export function describeValues(set: string, values: readonly unknown[]): Texts {
  const meanings = readMeanings(set, "en");
  return Object.fromEntries(values.map((value) => [String(value), meanings[String(value)] ?? ""]));
}
