import { Search } from "lucide-react";
import Form from "next/form";
import { useTranslations } from "next-intl";
import { Button, LinkButton } from "./button";
import { Input } from "./input";

/** A plain GET form: what was searched for lives in the address. */
export function PeopleSearch({ path, search }: { path: string; search: string }) {
  const t = useTranslations("roles.search");
  return (
    <Form action={path} role="search" aria-label={t("label")} className="flex flex-wrap gap-2" key={search}>
      <span className="relative min-w-44 flex-1">
        <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-ink-3" />
        <Input
          name="q"
          type="search"
          defaultValue={search}
          placeholder={t("label")}
          aria-label={t("label")}
          className="pl-8"
        />
      </span>
      <Button type="submit">{t("apply")}</Button>
      {search === "" ? null : (
        <LinkButton look="quiet" href={path}>
          {t("clear")}
        </LinkButton>
      )}
    </Form>
  );
}
