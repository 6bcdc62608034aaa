import { LogOut } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Avatar } from "@/app/_ui/avatar";
import { Button } from "@/app/_ui/button";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/preference-controls";
import { signOut } from "@/app/settings/account/actions";

export async function AccountCorner({ name, email }: { name: string; email: string }) {
  const t = await getTranslations("ui");
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <LocaleSwitch />
        <ThemeSwitch />
      </div>
      <div className="flex items-center gap-1 border-t border-line pt-3">
        <Link
          href="/settings/account"
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-control p-1.5 hover:bg-muted"
        >
          <Avatar name={name} />
          <span className="min-w-0 leading-tight">
            <span className="block truncate text-dense font-medium">{name}</span>
            <span className="block truncate text-xs text-ink-3">{email}</span>
          </span>
        </Link>
        <form action={signOut}>
          <Button type="submit" look="quiet" size="icon" aria-label={t("signOut")} title={t("signOut")}>
            <LogOut aria-hidden />
          </Button>
        </form>
      </div>
    </div>
  );
}
