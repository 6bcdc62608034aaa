import { Building2, ChevronRight, type LucideIcon, NotebookPen } from "lucide-react";
import Link from "next/link";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { type NewRoomPurpose, OWN_PLACE, pathOfNewRoom, ROOMS_PATH, readPurpose, WEBHOOKS_PATH } from "@/app/_links";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { FieldGroup, TextField } from "@/app/_ui/form/field";
import { Checkbox } from "@/app/_ui/form/input";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { requireSession } from "@/lib/accounts/sessions/session";
import { type Candidate, listPeopleOfPlace, listPlaces, type Place } from "@/lib/rooms/queries";
import { create } from "../actions";

export const generateMetadata = pageTitle("roomMembers.create.title");

export default renderPage("page", async function NewRoomPage({ searchParams }: { searchParams: SearchParams }) {
  const params = await searchParams;
  const [asked, purpose] = [readText(params, "in"), readPurpose(readText(params, "for"))];
  const { user } = await requireSession(pathOfNewRoom(asked, purpose));
  const [places, t] = await Promise.all([listPlaces(user.id), getTranslations("roomMembers.create")]);
  const place = asked || (places.length === 0 ? OWN_PLACE : "");
  const organization = places.find(({ organizationId }) => organizationId === place);
  if (place !== "" && place !== OWN_PLACE && !organization) notFound();
  const start = purpose === "webhook" ? WEBHOOKS_PATH : ROOMS_PATH;
  const isChosen = places.length > 0 && place !== "";
  return (
    <div className="w-full max-w-2xl">
      <PageHeader
        back={
          isChosen ? (
            <BackLink href={pathOfNewRoom("", purpose)}>{t("otherPlace")}</BackLink>
          ) : (
            <BackLink href={start}>{t(purpose === "webhook" ? "backToWebhooks" : "back")}</BackLink>
          )
        }
        title={place === "" ? t("title") : organization ? t("titleIn", { place: organization.name }) : t("titleOwn")}
        description={place === "" ? t("where") : organization ? t("inOrganization") : t("inOwn")}
      />
      {place === "" ? (
        <PlaceList places={places} purpose={purpose} />
      ) : (
        <RoomForm
          place={place}
          purpose={purpose}
          cancelHref={start}
          colleagues={organization ? await listPeopleOfPlace(user.id, organization.organizationId) : null}
        />
      )}
    </div>
  );
});

/** The area comes first: it decides who can be in the room and who pays, and it cannot be changed later. */
function PlaceList({ places, purpose }: { places: readonly Place[]; purpose: NewRoomPurpose }) {
  const t = useTranslations("roomMembers.create");
  return (
    <ul aria-label={t("where")} className="card divide-y divide-line overflow-hidden">
      {places.map(({ organizationId, name }) => (
        <PlaceLink
          key={organizationId}
          href={pathOfNewRoom(organizationId, purpose)}
          icon={Building2}
          name={name}
          text={t("inOrganization")}
        />
      ))}
      <PlaceLink href={pathOfNewRoom(OWN_PLACE, purpose)} icon={NotebookPen} name={t("own")} text={t("inOwn")} />
    </ul>
  );
}

interface PlaceLinkProps {
  href: string;
  icon: LucideIcon;
  name: string;
  text: string;
}

function PlaceLink({ href, icon: Icon, name, text }: PlaceLinkProps) {
  return (
    <li>
      <Link
        href={href}
        className="flex min-h-14 items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-muted"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{name}</span>
          <span className="block text-dense text-ink-2 text-pretty">{text}</span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
      </Link>
    </li>
  );
}

interface RoomFormProps {
  place: string;
  purpose: NewRoomPurpose;
  cancelHref: string;
  /** null: the personal workspace, which has one person. */
  colleagues: readonly Candidate[] | null;
}

function RoomForm({ place, purpose, cancelHref, colleagues }: RoomFormProps) {
  const t = useTranslations("roomMembers.create");
  return (
    <PlainForm action={create} failed={t("failed")} hidden={{ place, purpose }} className="grid gap-5">
      <TextField name="name" label={t("name")} placeholder={t("namePlaceholder")} />
      {colleagues === null ? null : (
        <FieldGroup id="memberIds" legend={t("people")} hint={t(colleagues.length === 0 ? "nobody" : "peopleHint")}>
          {colleagues.length === 0 ? null : (
            <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line">
              {colleagues.map(({ userId, name, email }) => (
                <li key={userId}>
                  <label className="flex min-h-11 items-center gap-3 px-3 py-1.5 has-checked:bg-muted">
                    <Checkbox name="memberIds" value={userId} />
                    <span className="min-w-0 leading-tight">
                      <span className="block text-dense font-medium">{name}</span>
                      <span className="block truncate text-xs text-ink-3">{email}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          )}
        </FieldGroup>
      )}
      <p className="text-dense text-ink-2 text-pretty">{t("begins")}</p>
      <FormButtons submit={t("submit")} cancelHref={cancelHref} />
    </PlainForm>
  );
}
