/** The admin's requests (docs/protocol.md). The server answers everyone else with 404. */
import { ask } from "../../table/http";
import type * as wire from "../../wire/generated/types";
import { deviceLabel } from "../club";

export type Deed = wire.Deed;
export type House = wire.House;
export type Report = wire.Report;
export type HostTable = wire.HostTable;
export type HostPerson = wire.HostPerson;

export const enter = (code: string) => ask("/host/enter", { code, device: deviceLabel() });
export const leave = () => ask("/host/leave", {});
export const house = () => ask<House>("/host");
export const reports = () => ask<wire.Reports>("/host/reports").then((said) => said.reports);
export const tables = () => ask<wire.HostTables>("/host/tables").then((said) => said.tables);
export const people = (name: string) =>
  ask<wire.HostPeople>(`/host/people?name=${encodeURIComponent(name)}`).then((said) => said.people);
export const settle = (report: string) => ask(`/host/reports/${report}/settle`, {});
export const ban = (person: string) => ask(`/host/people/${person}/ban`, {});
export const unban = (person: string) => ask(`/host/people/${person}/unban`, {});
export const deleteTable = (table: string) => ask(`/host/tables/${table}/delete`, {});
export const announce = (text: string) => ask("/host/announcement", { text });
