import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { HOLDS_PATH, holdsPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { TextArea, TextField } from "@/app/_ui/form/field";
import { SearchField } from "@/app/_ui/form/search-field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Notice } from "@/app/_ui/page/notice";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { CopyButton } from "@/app/_ui/shown/copy-button";
import { Time } from "@/app/_ui/shown/time";
import { type LegalHold, listHolds } from "@/lib/admin/legal-holds/queries";
import { findOwners } from "@/lib/admin/tenants/queries";
import { FoundOwners } from "../_owners/found-owners";
import { requireAdmin } from "../open-administration-page";
import { lift, place } from "./actions";

export const generateMetadata = pageTitle("legalHolds.title");

export default renderPage("page", async function LegalHoldsPage({ searchParams }: { searchParams: SearchParams }) {
  const admin = await requireAdmin(HOLDS_PATH);
  const [{ inForce, lifted }, given, t] = await Promise.all([
    listHolds(admin),
    searchParams,
    getTranslations("legalHolds"),
  ]);
  const [done, q, area] = [readText(given, "done"), readText(given, "q").trim(), readText(given, "area")];
  const chosen = inForce.find(({ id }) => id === readText(given, "lift"));
  return (
    <>
      {chosen ? <LiftStep hold={chosen} /> : null}
      <PageHeader title={t("title")} description={t("description")} />
      <div className="grid max-w-3xl grid-cols-1 gap-x-10 gap-y-9">
        {done === "placed" || done === "lifted" ? <DoneNotice>{t(done)}</DoneNotice> : null}
        <Section id="in-force" title={t("inForce")}>
          {inForce.length > 0 ? (
            <HoldList holds={inForce} />
          ) : (
            <p className="text-dense text-ink-2">{t("inForceNone")}</p>
          )}
        </Section>
        <Section id="place" title={t("place")}>
          <FilterForm
            key={`find ${q}`}
            path={HOLDS_PATH}
            label={t("find")}
            apply={t("findSubmit")}
            isFiltered={q !== ""}
            isOfRows={false}
          >
            <SearchField label={t("find")} text={q} />
          </FilterForm>
          {q === "" ? null : (
            <FoundOwners
              owners={await findOwners(admin, q)}
              chosenOwnerId={area}
              hrefOf={({ ownerId }) => `${holdsPath({ q, area: ownerId })}#place`}
            />
          )}
          <PlaceForm key={`place ${area}`} area={area} />
        </Section>
        {lifted.length > 0 ? (
          <Section id="ended" title={t("ended")}>
            <HoldList holds={lifted} />
          </Section>
        ) : null}
      </div>
    </>
  );
});

async function LiftStep({ hold: { id, owner, reason } }: { hold: LegalHold }) {
  const [t, ui] = await Promise.all([getTranslations("legalHolds.liftPage"), getTranslations("ui")]);
  const strong = (text: ReactNode) => <strong className="font-semibold break-all">{text}</strong>;
  return (
    <StepDialog backHref={HOLDS_PATH} title={t("heading", { name: owner.name })}>
      <p className="whitespace-pre-line text-ink-2">{reason}</p>
      <Notice tone="warn">{t("consequence")}</Notice>
      <PlainForm action={lift} failed={t("failed")} hidden={{ holdId: id }} noValidate className="grid gap-4">
        <TextArea name="liftReason" label={t("reason")} rows={3} defaultValue="" />
        <TextField
          name="confirmation"
          label={ui.rich("confirmByTyping", { text: owner.name, strong })}
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormButtons look="danger" submit={t("submit")} cancelHref={HOLDS_PATH} />
      </PlainForm>
    </StepDialog>
  );
}

async function PlaceForm({ area }: { area: string }) {
  const t = await getTranslations("legalHolds");
  return (
    <PlainForm action={place} failed={t("placeFailed")} noValidate className="grid gap-4">
      <TextField
        name="area"
        label={t("area")}
        hint={t("areaHint")}
        defaultValue={area}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={3} defaultValue="" />
      <div>
        <SubmitButton>{t("submit")}</SubmitButton>
      </div>
    </PlainForm>
  );
}

async function HoldList({ holds }: { holds: readonly LegalHold[] }) {
  const t = await getTranslations("legalHolds");
  return (
    <ul className="divide-y divide-line text-dense">
      {holds.map(({ id, owner, reason, placedBy, placedAt, lifted }) => (
        <li key={id} className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 basis-60">
            <p className="flex items-center gap-1 font-medium">
              {owner.name}
              <CopyButton text={owner.id} label={t("ownerId")} size="tight" />
            </p>
            <p className="text-xs text-ink-3">{t(`kinds.${owner.kind}`)}</p>
            <p className="mt-2 text-ink-2">
              {t.rich("placedBy", { name: placedBy ?? t("unknown"), time: () => <Time value={placedAt} /> })}
            </p>
            <p className="whitespace-pre-line">{reason}</p>
            {lifted ? (
              <>
                <p className="mt-2 text-ink-2">
                  {t.rich("liftedBy", { name: lifted.by ?? t("unknown"), time: () => <Time value={lifted.at} /> })}
                </p>
                <p className="whitespace-pre-line">{lifted.reason}</p>
              </>
            ) : null}
          </div>
          {lifted ? null : (
            <LinkButton
              href={holdsPath({ lift: id })}
              scroll={false}
              size="small"
              aria-label={t("liftOf", { name: owner.name })}
            >
              {t("lift")}
            </LinkButton>
          )}
        </li>
      ))}
    </ul>
  );
}
