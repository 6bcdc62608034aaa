import { useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { pathOfStep, TENANTS_PATH, tenantPath } from "@/app/_links";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { SelectField, TextArea, TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Notice } from "@/app/_ui/page/notice";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import { SUSPENSION_REASONS } from "@/lib/access/suspension-reasons";
import { QUEUED_MAX } from "@/lib/admin/tenants/queries";
import { limitMonthlyUnits, ORGANIZATION_SEATS_MAX } from "@/lib/platform/limits";
import { resume, saveSeats, suspend } from "../actions";
import { openTenantPage, type Tenant, type TenantPage } from "../open-page";
import { TenantStatus } from "../tenant-table";

export const generateMetadata = pageTitle("tenants.one");

interface Props extends TenantPage {
  searchParams: SearchParams;
}

export default renderPage("tenant", async function TenantDetailPage({ params, searchParams }: Props) {
  const [tenant, given, t] = await Promise.all([openTenantPage({ params }), searchParams, getTranslations("tenants")]);
  const done = readText(given, "done");
  return (
    <>
      {readText(given, "step") === "suspend" && !tenant.suspension ? <SuspendStep tenant={tenant} /> : null}
      <PageHeader
        back={<BackLink href={TENANTS_PATH}>{t("title")}</BackLink>}
        title={tenant.name ?? t("noName")}
        description={t(`kinds.${tenant.kind}`)}
      >
        <TenantStatus isSuspended={tenant.suspension !== null} />
      </PageHeader>
      <div className="grid max-w-3xl grid-cols-1 gap-x-10 gap-y-9">
        {done === "suspended" || done === "resumed" || done === "seats" ? (
          <DoneNotice>{t(`done.${done}`)}</DoneNotice>
        ) : null}
        <SuspensionPanel tenant={tenant} />
        {tenant.kind === "organization" ? <SeatsPanel tenant={tenant} /> : null}
        <TenantFacts tenant={tenant} />
      </div>
    </>
  );
});

async function SuspendStep({ tenant: { id, name: given, queues } }: { tenant: Tenant }) {
  const [t, tenants] = await Promise.all([getTranslations("tenants.suspension"), getTranslations("tenants")]);
  const path = tenantPath(id);
  return (
    <StepDialog backHref={path} title={t("heading", { name: given ?? tenants("noName") })}>
      <Notice tone="warn">
        {t("effects")} {t("held", { count: queues.deliveries })}
      </Notice>
      <PlainForm action={suspend} failed={t("failed")} hidden={{ tenantId: id }} noValidate className="grid gap-4">
        <SelectField name="reason" label={t("reasonLabel")} hint={t("reasonHint")} defaultValue={SUSPENSION_REASONS[0]}>
          {SUSPENSION_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {t(`reasons.${reason}`)}
            </option>
          ))}
        </SelectField>
        <TextArea name="message" label={t("messageLabel")} hint={t("messageHint")} rows={3} defaultValue="" />
        <FormButtons look="danger" submit={t("suspend")} cancelHref={path} />
      </PlainForm>
    </StepDialog>
  );
}

async function TenantFacts({ tenant }: { tenant: Tenant }) {
  const [t, format] = await Promise.all([getTranslations("tenants"), getFormatter()]);
  const { plan, seats, queues } = tenant;
  const [used, limit] = [format.number(tenant.units ?? 0), limitMonthlyUnits(tenant)];
  const countUpTo = (count: number) =>
    count >= QUEUED_MAX ? t("facts.most", { count: format.number(count) }) : format.number(count);
  return (
    <FactList>
      <Fact name={t("facts.plan")}>
        {t(`plans.${plan}`)} · {t("seats", { seats })}
      </Fact>
      <Fact name={t("facts.members")}>{format.number(tenant.members ?? 0)}</Fact>
      <Fact name={t("facts.reported")}>{format.number(tenant.reportedInvitations)}</Fact>
      <Fact name={t("facts.units")}>
        {limit === null ? t("facts.unlimited", { used }) : t("facts.of", { used, limit: format.number(limit) })}
      </Fact>
      <Fact name={t("facts.keys")}>{format.number(tenant.keys ?? 0)}</Fact>
      <Fact name={t("facts.webhooks")}>{format.number(tenant.webhooks ?? 0)}</Fact>
      <Fact name={t("facts.deliveries")}>
        {queues.oldest === null
          ? countUpTo(queues.deliveries)
          : t.rich("facts.oldest", {
              count: countUpTo(queues.deliveries),
              time: () => <Time value={queues.oldest?.toISOString() ?? ""} />,
            })}
      </Fact>
      <Fact name={t("facts.runs")}>{countUpTo(queues.runs)}</Fact>
      {tenant.email === null ? null : <Fact name={t("facts.email")}>{tenant.email}</Fact>}
      <Fact name={t("facts.createdAt")}>
        <Time value={tenant.createdAt.toISOString()} />
      </Fact>
      {tenant.ownerId === null ? null : (
        <Fact name={t("facts.ownerId")}>
          <Copyable label={t("facts.ownerId")} text={tenant.ownerId} />
        </Fact>
      )}
      <Fact name={t("facts.id")}>
        <Copyable label={t("facts.id")} text={tenant.id} />
      </Fact>
    </FactList>
  );
}

async function SuspensionPanel({ tenant: { id, suspension, queues } }: { tenant: Tenant }) {
  const t = await getTranslations("tenants.suspension");
  if (!suspension)
    return (
      <Section id="suspension" title={t("title")}>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-prose min-w-0 flex-1 basis-64 text-ink-2 text-pretty">{t("none")}</p>
          <LinkButton look="dangerPlain" href={pathOfStep(tenantPath(id), "suspend")} scroll={false}>
            {t("suspend")}
          </LinkButton>
        </div>
      </Section>
    );
  const { reason, message, at } = suspension;
  return (
    <Section id="suspension" title={t("title")}>
      <div className="grid gap-3">
        <p className="font-medium">
          {t.rich("since", { time: () => <Time value={at} /> })} · {t(`reasons.${reason}`)}
        </p>
        <p>{message}</p>
        <p className="text-dense text-ink-2 text-pretty">
          {t("effects")} {t("held", { count: queues.deliveries })}
        </p>
        <form action={resume}>
          <input type="hidden" name="tenantId" value={id} />
          <Button type="submit" look="primary">
            {t("resume")}
          </Button>
        </form>
      </div>
    </Section>
  );
}

function SeatsPanel({ tenant: { id, seats } }: { tenant: Tenant }) {
  const t = useTranslations("tenants.seatsForm");
  return (
    <Section id="seats-form" title={t("title")}>
      <PlainForm action={saveSeats} failed={t("failed")} hidden={{ tenantId: id }} className="grid gap-4">
        <TextField
          name="seats"
          label={t("number")}
          type="number"
          inputMode="numeric"
          min={1}
          max={ORGANIZATION_SEATS_MAX}
          defaultValue={seats}
          className="max-w-32"
        />
        <div>
          <SubmitButton>{t("save")}</SubmitButton>
        </div>
      </PlainForm>
    </Section>
  );
}
