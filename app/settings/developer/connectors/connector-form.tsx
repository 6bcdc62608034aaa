"use client";

import { useTranslations } from "next-intl";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import type { RoomChoice as Room } from "@/lib/agents/connectors/list-rooms";
import type { PrivateReach } from "@/lib/agents/connectors/private-targets";
import { type AcceptedNetwork, NetworkSection, SessionSection, ToolSection } from "./choice-sections";
import type { ConnectorFormValues } from "./form-values";
import { GatewaySection } from "./gateway-section";
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
  const { initial } = form;
  return (
    <ActionForm
      form={form}
      failed={t("failed", { count: form.problems.length })}
      hidden={connectorId ? { connectorId } : { owner: initial.owner }}
      noValidate
      className="card divide-y divide-line [&>*]:p-5"
    >
      <GatewaySection form={form} hasToken={connectorId === undefined} />
      <NetworkSection form={form} accepted={accepted} privateReach={privateReach} />
      <RoomChoice
        rooms={rooms}
        chosen={form.rooms}
        onToggle={form.toggleRoom}
        hidden={{ count: hiddenRooms, isKept: initial.keepsHiddenRooms }}
      />
      <div>
        <ToolSection form={form} meetsOthers={rooms.some(({ id, isShared }) => isShared && form.rooms.has(id))} />
      </div>
      <div>
        <SessionSection form={form} />
      </div>
      <FormButtons submit={t(connectorId ? "save" : "submit")} cancelHref={cancelHref} />
    </ActionForm>
  );
}
