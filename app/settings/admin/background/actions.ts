"use server";

import { redirect } from "next/navigation";
import { BACKGROUND_PATH, backgroundPath } from "@/app/_links";
import { formAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { describeFunctions } from "@/inngest/describe-functions";
import { cancelRun, retryRun } from "@/lib/admin/health/background-run";
import { now } from "@/lib/platform/clock";
import { requireAdmin } from "../open-administration-page";

async function act(form: FormData, work: typeof retryRun, done: string): Promise<never> {
  const admin = await requireAdmin(BACKGROUND_PATH);
  const isDone = await orNotFound(work(admin, readField(form, "runId")));
  const shown = describeFunctions(now()).find(({ name }) => name === readField(form, "function"))?.name ?? "";
  redirect(backgroundPath({ function: shown, done: isDone ? done : "late" }));
}

export const retry = formAction((form) => act(form, retryRun, "retried"));
export const cancel = formAction((form) => act(form, cancelRun, "cancelled"));
