/** The admin's requests (docs/protocol.md). The server answers everyone else with 404. */
import { ask } from "../../table/http";
import type * as wire from "../../wire/generated/types";
import { deviceLabel } from "../club";

export type AuditEntry = wire.AuditEntry;
export type AdminOverview = wire.AdminOverview;
export type Report = wire.Report;
export type AdminTable = wire.AdminTable;
export type AdminPerson = wire.AdminPerson;

export const enter = (code: string) => ask("/admin/enter", { code, device: deviceLabel() });
export const leave = () => ask("/admin/leave", {});
export const overview = () => ask<AdminOverview>("/admin");
export const reports = () => ask<wire.Reports>("/admin/reports").then((said) => said.reports);
export const tables = () => ask<wire.AdminTables>("/admin/tables").then((said) => said.tables);
export const people = (name: string) =>
  ask<wire.AdminPeople>(`/admin/people?name=${encodeURIComponent(name)}`).then((said) => said.people);
export const resolve = (report: string) => ask(`/admin/reports/${report}/resolve`, {});
export const ban = (person: string) => ask(`/admin/people/${person}/ban`, {});
export const unban = (person: string) => ask(`/admin/people/${person}/unban`, {});
export const deleteTable = (table: string) => ask(`/admin/tables/${table}/delete`, {});
export const announce = (text: string) => ask("/admin/announcement", { text });
