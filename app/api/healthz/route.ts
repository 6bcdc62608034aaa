import { answerLiveness } from "@/lib/front-door/probes";

export const GET = answerLiveness;
