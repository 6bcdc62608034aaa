"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/controls/button";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { useChosenHref } from "@/app/_ui/pending/navigation";
import type { View, ViewedScreen } from "@/lib/accounts/profile/view";
import { forgetView, keepView } from "./actions";

interface SavedViewsProps {
  screen: ViewedScreen;
  path: string;
  views: readonly View[];
  /** The filter that is shown now. */
  query: string;
}

export function SavedViews({ screen, path, views, query }: SavedViewsProps) {
  const t = useTranslations("ui.views");
  const form = useForm(keepView);
  const shown = useChosenHref(views.map((view) => `${path}${view.query}`)) ?? `${path}${query}`;
  const isSaved = views.some((view) => view.query === query);
  return (
    <div className="flex flex-wrap items-start gap-2 empty:hidden">
      {views.length === 0 ? null : (
        <ul aria-label={t("label")} className="flex flex-wrap gap-2">
          {views.map(({ name, query: saved }) => (
            <li
              key={name}
              className="flex h-8 items-center rounded-control border border-line pe-0.5 text-dense has-[[aria-current]]:border-accent has-[[aria-current]]:bg-accent-soft"
            >
              <Link
                href={`${path}${saved}`}
                aria-current={`${path}${saved}` === shown ? "true" : undefined}
                className="flex h-full items-center px-2.5"
              >
                {name}
              </Link>
              <form action={forgetView} className="flex">
                <input type="hidden" name="screen" value={screen} />
                <input type="hidden" name="name" value={name} />
                <input type="hidden" name="query" value={query} />
                <Button type="submit" look="quiet" size="icon" className="size-6" aria-label={t("delete", { name })}>
                  <X aria-hidden />
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      {query === "" || isSaved ? null : (
        <details className="min-w-0">
          <summary className="flex h-8 items-center rounded-control px-2 text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
            {t("save")}
          </summary>
          <ActionForm
            form={form}
            failed={t("failed")}
            hidden={{ screen, query }}
            className="grid w-72 max-w-full gap-3 py-2"
          >
            <TextField name="name" label={t("name")} maxLength={60} required />
            <SubmitButton className="justify-self-start">{t("submit")}</SubmitButton>
          </ActionForm>
        </details>
      )}
    </div>
  );
}
