import { answerInngest } from "@/inngest/door";

export const GET = answerInngest;
export const POST = answerInngest;
export const PUT = answerInngest;
