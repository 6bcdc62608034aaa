"use client";

import { UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Scripted } from "@/app/_ui/controls/scripted";
import { SearchIcon } from "@/app/_ui/controls/search-icon";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { FieldError } from "@/app/_ui/form/field";
import { Checkbox, Input } from "@/app/_ui/form/input";
import { useFieldError } from "@/app/_ui/form/use-form";
import { Status } from "@/app/_ui/shown/status";
import type { PrivateReach } from "@/lib/agents/connectors/private-targets";
import type { RoomChoice as Room } from "@/lib/agents/connectors/queries";
import { type AcceptedNetwork, NetworkSection, SessionSection, ToolSection } from "./choice-sections";
import type { ConnectorFormValues } from "./form-values";
import { GatewaySection } from "./gateway-section";
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
      className="max-w-3xl divide-y divide-line -mt-6 [&>*]:py-6"
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

const SEARCHED_FROM = 6;

interface RoomChoiceProps {
  rooms: readonly Room[];
  chosen: ReadonlySet<string>;
  onToggle: (roomId: string, isOn: boolean) => void;
  hidden: { count: number; isKept: boolean };
}

/** Rooms are chosen one by one: each is a decision of its own. */
function RoomChoice({ rooms, chosen, onToggle, hidden }: RoomChoiceProps) {
  const t = useTranslations("connectorForms");
  const error = useFieldError("allowedRoomIds");
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLocaleLowerCase();
  const matches = ({ name }: Room) => name.toLocaleLowerCase().includes(wanted);
  const found = rooms.filter(matches).length;
  return (
    <fieldset className="min-w-0">
      <legend className="float-start text-dense font-medium">{t("rooms")}</legend>
      <p role="status" className="text-end text-dense text-ink-3">
        {t("roomCount", { count: chosen.size })}
      </p>
      <p className="mt-1 mb-3 text-dense text-ink-2 text-pretty">{t("roomsHint")}</p>
      <div
        id="allowedRoomIds"
        tabIndex={-1}
        className="grid gap-2"
        aria-describedby={error ? "allowedRoomIds-error" : undefined}
      >
        <FieldError id="allowedRoomIds" />
        {rooms.length >= SEARCHED_FROM ? (
          <Scripted className="relative">
            <SearchIcon />
            <Input
              type="search"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
              placeholder={t("searchRooms")}
              aria-label={t("searchRooms")}
              className="ps-8"
            />
          </Scripted>
        ) : null}
        <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded-control border border-line empty:hidden">
          {rooms.map((room) => (
            <li key={room.id} className={joinClasses(!matches(room) && "hidden")}>
              <RoomRow room={room} isOn={chosen.has(room.id)} onToggle={(isOn) => onToggle(room.id, isOn)} />
            </li>
          ))}
        </ul>
        {found === 0 ? <p className="text-dense text-ink-3">{t(rooms.length === 0 ? "noRooms" : "noMatch")}</p> : null}
        {hidden.count > 0 ? (
          <label className="flex gap-3 rounded-control border border-line px-3 py-2.5 text-dense">
            <Checkbox name="keepsHiddenRooms" defaultChecked={hidden.isKept} className="mt-0.5" />
            <span>{t("keepHidden", { count: hidden.count })}</span>
          </label>
        ) : null}
      </div>
    </fieldset>
  );
}

function RoomRow({ room, isOn, onToggle }: { room: Room; isOn: boolean; onToggle: (isOn: boolean) => void }) {
  const t = useTranslations("connectorForms");
  return (
    <label className="flex items-start gap-3 px-3 py-2.5 has-checked:bg-accent-soft/40">
      <Checkbox
        name="allowedRoomIds"
        value={room.id}
        checked={isOn}
        onChange={(event) => onToggle(event.currentTarget.checked)}
        className="mt-0.5"
      />
      <span className="min-w-0 flex-1">
        <span className="block text-dense">{room.name}</span>
        <span className="block text-xs text-ink-3">{t("memberCount", { count: room.members })}</span>
      </span>
      {room.isShared ? (
        <Status tone="warn" icon={UsersRound}>
          {t("sharedRoom")}
        </Status>
      ) : null}
    </label>
  );
}
