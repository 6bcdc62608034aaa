import { enterSentContext } from "../../audit/enter-sent-context";
import { transaction } from "../../db/transaction";
import type { ActionTarget, AgentQuestion } from "./action";
import { listScopes } from "./agent-caller";
import type { ClaimedRun } from "./claim-run";
import { gatewayHost } from "./gateway";
import type { RunnableConnector } from "./open-connector";
import { type Prompt, writePrompt } from "./prompt";
import { saveProgress } from "./renew-lease";
import { chooseSession } from "./session-key";

/**
 * The ids are recorded before anything leaves. Those of an earlier attempt stay on the run; the log gets a row each
 * time.
 */
export async function saveContext(
  run: ClaimedRun,
  connector: RunnableConnector,
  target: ActionTarget,
  { prompt, ids, rootMessageId }: AgentQuestion,
): Promise<{ prompt: Prompt; sessionKey: string }> {
  const { key: sessionKey, ids: sessionIds } = chooseSession(connector.sessionStrategy, {
    roomId: target.room?.roomId ?? "",
    recordId: target.recordId,
    userId: connector.userId,
    rootMessageId,
  });
  const leaving = [...new Set([...ids, ...sessionIds])];
  const sentIds = [...new Set([...run.sentIds, ...leaving])];
  const { billing } = connector;
  await transaction(async (tx) => {
    await saveProgress(run, { prompt: writePrompt(prompt), sentIds, sessionKey }, tx.prisma);
    enterSentContext(tx, {
      runId: run.id,
      requestId: run.requestId,
      action: run.action,
      connectorId: connector.id,
      scopes: listScopes(connector.toolProfile),
      billingEntityId: billing.entityId,
      organizationId: billing.kind === "organization" ? billing.organizationId : null,
      userId: connector.userId,
      gatewayHost: gatewayHost(connector.gateway),
      attempt: run.attempts,
      sentIds: leaving,
    });
  });
  return { prompt, sessionKey };
}
