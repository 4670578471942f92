import { utcTimestamp } from "@marketplace/conventions";
import type { ManagedUser } from "./administration.repo.ts";
import type { ManagedUserView, UserChanges } from "./administration.schema.ts";

/** A user as operators see them: private fields are for the user only. */
export const managedViewOf = ({ created_at, ...user }: ManagedUser): ManagedUserView => ({
  ...user,
  date_created: utcTimestamp(created_at),
});

/** Whether a change takes from someone what makes them an operator who may sign in. */
export function endsOperating({ roles, status }: ManagedUser, changes: UserChanges): boolean {
  const operates = (present: readonly string[], now: string) =>
    present.includes("operator") && now === "active";
  return operates(roles, status) && !operates(changes.roles ?? roles, changes.status ?? status);
}
