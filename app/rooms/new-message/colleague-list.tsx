import { MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { Avatar } from "@/app/_ui/avatar";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import type { Colleague } from "@/lib/rooms/queries";
import { startDirectMessages } from "./action";

export function ColleagueList({ colleagues }: { colleagues: readonly Colleague[] }) {
  const t = useTranslations("rooms.newMessage");
  return (
    <ul aria-label={t("people")} className="card divide-y divide-line">
      {colleagues.map(({ id, name, email, organizationName }) => (
        <li key={id}>
          <form action={startDirectMessages} className="flex items-center gap-3 px-4 py-2.5">
            <input type="hidden" name="userId" value={id} />
            <Avatar name={name} />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{name}</p>
              <p className="text-xs break-words text-ink-3">
                {email} · {organizationName}
              </p>
            </div>
            <SubmitButton look="plain" size="small" aria-label={t("startWith", { name })}>
              <MessageCircle aria-hidden />
              {t("start")}
            </SubmitButton>
          </form>
        </li>
      ))}
    </ul>
  );
}
