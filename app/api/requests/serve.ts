import { answerFailure, requirePerson } from "@/app/api/cli/serve";
import { newRequestId } from "@/lib/platform/ids";
import { openRequests, type RequestViewer } from "@/lib/requests/open-viewer";

interface Context {
  /** Undefined on a path without parameters. */
  params: Promise<Record<string, string> | undefined>;
}

interface Asked {
  viewer: RequestViewer;
  /** Query parameters; a repeated one counts once. */
  given: Record<string, string>;
  requestId: string;
}

export function serveRequests(read: (asked: Asked) => Promise<unknown>) {
  return async (request: Request, { params }: Context): Promise<Response> => {
    try {
      const userId = await requirePerson(request);
      const given = Object.fromEntries(new URL(request.url).searchParams);
      const { requestId = "" } = (await params) ?? {};
      return answer(200, await read({ viewer: await openRequests(userId), given, requestId }));
    } catch (error) {
      return answerFailure(error, newRequestId());
    }
  };
}

function answer(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}
