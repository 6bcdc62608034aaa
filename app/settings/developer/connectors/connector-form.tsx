"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { RoomChoice as Room } from "@/lib/connectors/list-rooms";
import type { PrivateReach } from "@/lib/connectors/private-targets";
import { type AcceptedNetwork, GatewaySection, NetworkSection, SessionSection, ToolSection } from "./form-sections";
import type { ConnectorFormValues } from "./form-values";
import { RoomChoice } from "./room-choice";
import { type ConnectorAction, useConnectorForm } from "./use-connector-form";

interface ConnectorFormProps {
  action: ConnectorAction;
  start: ConnectorFormValues;
  rooms: readonly Room[];
  hiddenRooms?: number;
  accepted?: AcceptedNetwork;
  privateReach: PrivateReach;
  connectorId?: string;
  cancelHref: string;
}

export function ConnectorForm(props: ConnectorFormProps) {
  const { action, start, rooms, hiddenRooms = 0, accepted = null, privateReach, connectorId, cancelHref } = props;
  const t = useTranslations("connectorForms");
  const form = useConnectorForm(action, start);
  const { state, problems, initial } = form;
  return (
    <ActionForm action={form.send} noValidate className="card divide-y divide-line [&>*]:p-5">
      {problems.length > 0 ? (
        <div>
          <ErrorSummary answer={state} title={t("failed", { count: problems.length })} problems={problems} />
        </div>
      ) : null}
      <input type="hidden" name={connectorId ? "connectorId" : "owner"} value={connectorId ?? initial.owner} />
      <GatewaySection form={form} hasToken={connectorId === undefined} />
      <NetworkSection form={form} accepted={accepted} privateReach={privateReach} />
      <RoomChoice
        rooms={rooms}
        chosen={form.rooms}
        onToggle={form.toggleRoom}
        hidden={{ count: hiddenRooms, isKept: initial.keepsHiddenRooms }}
        error={form.findError("allowedRoomIds")}
      />
      <div>
        <ToolSection form={form} meetsOthers={rooms.some(({ id, isShared }) => isShared && form.rooms.has(id))} />
      </div>
      <div>
        <SessionSection form={form} />
      </div>
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={form.isPending}>{t(connectorId ? "save" : "submit")}</SubmitButton>
        <LinkButton look="quiet" href={cancelHref}>
          {t("cancel")}
        </LinkButton>
      </div>
    </ActionForm>
  );
}
