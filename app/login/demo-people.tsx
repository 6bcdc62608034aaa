import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Avatar } from "@/app/_ui/shown/avatar";
import { readClientAddress } from "@/lib/accounts/sessions/session";
import { isDemoAtHand, listDemoPeople } from "@/lib/accounts/sign-in/read-demo-people";
import { signInToDemo } from "./actions";

export async function DemoPeople({ callbackUrl }: { callbackUrl: string }) {
  const isOpen = isDemoAtHand(await readClientAddress(), await headers());
  const people = isOpen ? await listDemoPeople() : [];
  if (people.length === 0) return null;
  const t = await getTranslations("signIn.demo");
  return (
    <section aria-labelledby="demo-people">
      <h2 id="demo-people" className="font-semibold">
        {t("title")}
      </h2>
      <p className="mt-0.5 text-dense text-ink-3">{t("hint")}</p>
      <PlainForm action={signInToDemo} failed={t("failed")} hidden={{ callbackUrl }} className="mt-3 grid gap-2">
        {people.map(({ person, name }) => (
          <SubmitButton
            key={person}
            look="plain"
            name="person"
            value={person}
            icon={<Avatar name={name} />}
            className="h-auto! w-full justify-start! gap-3! px-3! py-2 text-start whitespace-normal!"
          >
            <span className="grid min-w-0">
              <span className="font-medium">{name}</span>
              <span className="text-xs font-normal text-ink-3">{t(`roles.${person}`)}</span>
            </span>
          </SubmitButton>
        ))}
      </PlainForm>
    </section>
  );
}
