import { getTranslations } from "next-intl/server";
import { KEYS_PATH } from "@/app/_links";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { type OwnerAccess, openOwners } from "@/lib/access/open-owner";
import { SCOPES } from "@/lib/access/scopes";
import { readClientAddress, readLastPlace, requireSession } from "@/lib/accounts/sessions/session";
import { PRESETS } from "@/lib/api-keys/choices";
import { nowMs } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { writeClientAddress } from "@/lib/platform/networks";
import { readKeyRooms } from "@/lib/rooms/queries";
import { listEndpoints } from "../endpoints";
import { KeyForm, type KeyOwner } from "./key-form";

function listScopes(asked: string): string[] {
  const known = SCOPES.filter((scope) => asked.split(" ").includes(scope));
  return known.length > 0 ? known : [...PRESETS.basics];
}

function putOrganizationsFirst(a: OwnerAccess, b: OwnerAccess): number {
  return Number(b.owner.kind === "organization") - Number(a.owner.kind === "organization");
}

async function describeOwner(access: OwnerAccess): Promise<KeyOwner> {
  const { id, kind, name } = access.owner;
  return { id, kind, name, rooms: await readKeyRooms(access) };
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const generateMetadata = pageTitle("keys.createTitle");

/** `owner` and `scope` come from a request that was refused. */
export default async function NewApiKeyPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(`${KEYS_PATH}/new`);
  const [params, accesses, t] = await Promise.all([searchParams, openOwners(user.id), getTranslations("keys")]);
  const owners = await Promise.all(accesses.toSorted(putOrganizationsFirst).map(describeOwner));
  const [asked, last] = [readText(params, "owner"), await readLastPlace("area")];
  const { id = "" } =
    owners.find((owner) => owner.id === asked) ?? owners.find((owner) => owner.id === last) ?? owners[0] ?? {};
  return (
    <>
      <PageHeader back={<BackLink href={KEYS_PATH}>{t("title")}</BackLink>} title={t("createTitle")} />
      <KeyForm
        owners={owners}
        start={{ owner: id, scopes: listScopes(readText(params, "scope")) }}
        endpoints={listEndpoints()}
        baseUrl={env().SVC_BASE_URL}
        address={writeClientAddress(await readClientAddress())}
        tomorrow={new Date(nowMs() + DAY_MS).toISOString().slice(0, 10)}
      />
    </>
  );
}
