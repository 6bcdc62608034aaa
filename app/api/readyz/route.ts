import { connection } from "next/server";
import { answerReadiness } from "@/lib/front-door/probes";

export async function GET(): Promise<Response> {
  await connection();
  return answerReadiness();
}
