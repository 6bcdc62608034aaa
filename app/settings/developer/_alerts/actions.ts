"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { requireSession } from "@/lib/accounts/sessions/session";
import { AppError } from "@/lib/platform/errors";
import { dismissAlert } from "@/lib/usage/read-alerts";
import { USAGE_PATH } from "../usage/usage-query";

const PAGES = ["/settings/developer", USAGE_PATH] as const;

export const dismiss = statefulAction(async (form) => {
  const page = PAGES.find((path) => path === readField(form, "page")) ?? PAGES[0];
  const { user } = await requireSession(page);
  try {
    await dismissAlert(user.id, readField(form, "subjectId"));
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
  redirect(page);
});
