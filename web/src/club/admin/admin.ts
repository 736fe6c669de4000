/** The host's page, as the server tells it (docs/protocol.md). For everybody else there is nothing: 404. */
import { ask } from "../../table/http";
import type { GameName, Status } from "../../table/table";
import { deviceLabel } from "../club";

export interface Deed {
  id: number;
  time: number;
  host: string;
  deed: string;
  about: string;
  words: string;
}

export interface House {
  tables: number;
  people: number;
  reports: number;
  announcement: string;
  deeds: Deed[];
}

export interface Report {
  id: string;
  time: number;
  table: string;
  number: number;
  name: string;
  person: string;
  by: string;
  reason: string;
  words: string;
  lines: { number: number; text: string }[];
}

export interface HostTable {
  id: string;
  game: GameName;
  status: Status;
  latest: number;
  names: string[];
}

export interface HostPerson {
  id: string;
  name: string;
  created: number;
  used: number | null;
  games: number;
  reports: number;
  banned: boolean;
}

export const enter = (code: string) => ask("/host/enter", { code, device: deviceLabel() });
export const leave = () => ask("/host/leave", {});
export const house = () => ask<House>("/host");
export const reports = () => ask<{ reports: Report[] }>("/host/reports").then((said) => said.reports);
export const tables = () => ask<{ tables: HostTable[] }>("/host/tables").then((said) => said.tables);
export const people = (name: string) =>
  ask<{ people: HostPerson[] }>(`/host/people?name=${encodeURIComponent(name)}`).then((said) => said.people);
export const settle = (report: string) => ask(`/host/reports/${report}/settle`, {});
export const ban = (person: string) => ask(`/host/people/${person}/ban`, {});
export const unban = (person: string) => ask(`/host/people/${person}/unban`, {});
export const deleteTable = (table: string) => ask(`/host/tables/${table}/delete`, {});
export const announce = (text: string) => ask("/host/announcement", { text });
