import { z } from "zod";

/** §2 */
export const OrganizationSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    isActive: z.boolean().meta({ description: "false while the organization is suspended" }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "OrganizationSummary" });
export type OrganizationSummary = z.output<typeof OrganizationSummary>;
