"use server";

import { redirect } from "next/navigation";
import { formAction, statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { deleteView, saveView } from "@/lib/accounts/profile/save-view";
import { VIEWED_SCREENS, View } from "@/lib/accounts/profile/view";
import { requireSession } from "@/lib/accounts/sessions/session";
import { checkInput } from "@/lib/platform/check-input";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { writeQuery } from "@/lib/webhooks/history/delivery-filter";
import { SCREENS } from "./screens";

/** The form of an unknown screen is refused with the words of the first one. */
function readView(form: FormData) {
  const screen = VIEWED_SCREENS.find((name) => name === readField(form, "screen")) ?? VIEWED_SCREENS[0];
  const { path, readQuery } = SCREENS[screen];
  const given = new URLSearchParams(readField(form, "query"));
  const query = writeQuery({ ...readQuery((name) => given.get(name) ?? "") });
  return { screen, path, query, name: readField(form, "name") };
}

export const keepView = statefulAction(async (form) => {
  const { screen, path, query, name } = readView(form);
  const { user } = await requireSession(path);
  const view = checkInput(View, { name, query });
  await limitPersonWrites(user.id);
  await saveView(user.id, screen, view);
  redirect(`${path}${view.query}`);
});

export const forgetView = formAction(async (form) => {
  const { screen, path, query, name } = readView(form);
  const { user } = await requireSession(path);
  await deleteView(user.id, screen, name);
  redirect(`${path}${query}`);
});
