import { Ban, Check, CircleSlash, Plus, RefreshCw, Trash2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { KEYS_PATH, keyPath, pathOfStep } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import { TimelineStep } from "@/app/_ui/shown/timeline-step";
import { isScope } from "@/lib/access/scopes";
import { requireSession } from "@/lib/accounts/sessions/session";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { openKey } from "@/lib/api-keys/queries";
import { listReachable } from "@/lib/api-keys/reach";
import { countRecorded } from "@/lib/api-keys/start-recording";
import { now } from "@/lib/platform/clock";
import { readKeyUnits } from "@/lib/usage/count-key-units";
import { monthReset } from "@/lib/usage/units";
import { CallerActivity } from "../../_charts/caller-activity";
import { EndpointList } from "../endpoint-list";
import { listEndpoints } from "../endpoints";
import { KeyStatus, LastUsed, LeakNotice } from "../key-status";
import { BudgetPanel, NetworksPanel, RecordingPanel } from "./key-panels";
import { findKeyStep, KeyStep } from "./key-steps";

const DONE = ["budget", "networks", "recording", "stopped", "deleted"] as const;

export const generateMetadata = pageTitle("keys.detailTitle");

interface Props {
  params: Promise<{ keyId: string }>;
  searchParams: SearchParams;
}

export default renderPage("key", async function ApiKeyPage({ params, searchParams }: Props) {
  const { keyId } = await params;
  const { user } = await requireSession(keyPath(keyId));
  const [{ key }, t, query] = await Promise.all([
    orNotFound(openKey(user.id, keyId)),
    getTranslations("keys"),
    searchParams,
  ]);
  const step = findKeyStep(readText(query, "step"));
  const [used, recorded] = await Promise.all([
    key.monthlyUnitsMax === null ? null : readKeyUnits(key),
    countRecorded(key, 1),
  ]);
  const done = DONE.find((name) => name === readText(query, "done"));
  return (
    <>
      {step ? <KeyStep step={step} apiKey={key} used={used} /> : null}
      <PageHeader
        back={<BackLink href={KEYS_PATH}>{t("title")}</BackLink>}
        title={
          <span className="flex flex-wrap items-center gap-3">
            {key.name}
            <KeyStatus apiKey={key} />
          </span>
        }
      >
        {key.rotationRefusal === null ? (
          <IconLink icon={RefreshCw} href={pathOfStep(keyPath(key.id), "rotate")} scroll={false}>
            {t("rotate.action")}
          </IconLink>
        ) : null}
        {key.isUsable ? (
          <IconLink look="dangerPlain" icon={Trash2} href={pathOfStep(keyPath(key.id), "revoke")} scroll={false}>
            {t("revoke.action")}
          </IconLink>
        ) : null}
      </PageHeader>
      <LeakNotice apiKey={key} />
      {done ? <DoneNotice className="mb-4">{t(`done.${done}`)}</DoneNotice> : null}
      <div className="grid items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-x-10 gap-y-9">
          <KeyFacts apiKey={key} />
          <CallerActivity userId={user.id} areaId={key.owner.id} credentialId={key.id} />
          <KeyPermissions apiKey={key} />
        </div>
        <div className="grid gap-x-10 gap-y-9">
          {key.isUsable || used !== null ? (
            <BudgetPanel apiKey={key} used={used} resetAt={monthReset(now()).toISOString()} />
          ) : null}
          {key.isUsable || key.allowedNetworks.length > 0 ? <NetworksPanel apiKey={key} /> : null}
          {key.isUsable || recorded > 0 ? <RecordingPanel apiKey={key} hasRecorded={recorded > 0} /> : null}
          <KeyHistory apiKey={key} />
        </div>
      </div>
    </>
  );
});

function KeyFacts({ apiKey }: { apiKey: KeySummary }) {
  const t = useTranslations("keys");
  return (
    <FactList>
      <Fact name={t("facts.key")}>
        <span className="font-mono">{apiKey.maskedKey}</span>
      </Fact>
      <Fact name={t("facts.id")}>
        <Copyable text={apiKey.id} label={t("facts.id")} />
      </Fact>
      <Fact name={t("columns.owner")}>{apiKey.owner.kind === "organization" ? apiKey.owner.name : t("ownerMe")}</Fact>
      <Fact name={t("facts.environment")}>{apiKey.environment === "live" ? t("facts.live") : t("facts.test")}</Fact>
      <Fact name={t("columns.lastUsed")}>
        <LastUsed apiKey={apiKey} />
      </Fact>
      <Fact name={t("columns.expires")}>
        {apiKey.expiresAt === null ? t("noExpiry") : <Time value={apiKey.expiresAt} />}
      </Fact>
    </FactList>
  );
}

function KeyPermissions({ apiKey }: { apiKey: KeySummary }) {
  const t = useTranslations("keys");
  const scopes = useTranslations("keyForm.scopes");
  const reachable = listReachable(listEndpoints(), apiKey.scopes, apiKey.owner.kind);
  return (
    <Section id="permissions" title={t("columns.scopes")}>
      <ul className="grid gap-x-6 gap-y-2 text-dense sm:grid-cols-2">
        {apiKey.scopes.map((scope) => (
          <li key={scope} className="flex gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            <span>
              <span className="font-mono">{scope}</span>
              {isScope(scope) ? <span className="block text-xs text-ink-3">{scopes(scope)}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      {apiKey.isUsable ? (
        <div className="border-t border-line pt-4 text-dense">
          <p className="text-ink-2">{t("reach", { count: reachable.length })}</p>
          <EndpointList endpoints={reachable} className="mt-2 gap-1" />
        </div>
      ) : null}
    </Section>
  );
}

const linkTo = (key: { id: string }) => (name: ReactNode) => (
  <Link href={keyPath(key.id)} className="font-medium underline underline-offset-4">
    {name}
  </Link>
);

function KeyHistory({ apiKey }: { apiKey: KeySummary }) {
  const t = useTranslations("keys.history");
  const { createdAt, rotatedFrom, replacedBy, revokedAt, expiresAt } = apiKey;
  const [person, revoker] = [apiKey.createdByName ?? "?", apiKey.revokedByName ?? "?"];
  const entries = [
    rotatedFrom
      ? {
          at: createdAt,
          icon: RefreshCw,
          text: t.rich("rotatedFrom", { person, name: rotatedFrom.name, link: linkTo(rotatedFrom) }),
        }
      : { at: createdAt, icon: Plus, text: t("created", { person }) },
    replacedBy && {
      at: replacedBy.at,
      icon: RefreshCw,
      text: t.rich("replacedBy", { name: replacedBy.name, link: linkTo(replacedBy) }),
    },
    revokedAt
      ? { at: revokedAt, icon: Ban, text: apiKey.leak ? t("leaked") : t("revoked", { person: revoker }) }
      : null,
    expiresAt && !revokedAt
      ? { at: expiresAt, icon: CircleSlash, text: t(apiKey.isUsable ? "willExpire" : "expired") }
      : null,
  ].filter((entry) => entry !== null);
  return (
    <Section id="history" title={t("title")}>
      <ol className="grid gap-4 text-dense">
        {entries
          .toSorted((a, b) => b.at.localeCompare(a.at))
          .map(({ at, icon, text }) => (
            <TimelineStep key={`${at}${icon.displayName ?? ""}`} icon={icon} text={text}>
              <Time value={at} />
            </TimelineStep>
          ))}
      </ol>
    </Section>
  );
}
