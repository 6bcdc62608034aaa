import { z } from "zod";
import { read } from "../api/endpoint";
import { UNITS } from "../platform/limits";
import { Me, openProfile, readMe as readPerson } from "./profile/read-me";

export const readMe = read({
  method: "GET",
  path: "/v1/me",
  operationId: "readMe",
  summary: "Get the current user",
  scope: "me:read",
  units: UNITS.restRead,
  query: z.object({}),
  response: { status: 200, schema: Me },
  errors: ["not_found"],
  access: openProfile,
  run: ({ access, caller }) => readPerson(access, caller),
});
