import { z } from "zod";

/** §2 */
export const Me = z
  .object({
    id: z.string(),
    email: z.email(),
    name: z.string(),
    locale: z.string(),
    organizationId: z.string().nullable(),
    billingContext: z.enum(["individual", "organization"]),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Me" });
export type Me = z.output<typeof Me>;
