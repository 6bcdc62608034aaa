import { answerInngest } from "@/inngest/entry";

export const GET = answerInngest;
export const POST = answerInngest;
export const PUT = answerInngest;
