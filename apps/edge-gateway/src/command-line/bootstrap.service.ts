import { NewApplication } from "../applications/applications.schema.ts";
import { type CreatedApplication, createApplication } from "../applications/applications.service.ts";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import type { ManagedUser } from "../users/administration.repo.ts";
import { addUser, type PreparedUser } from "../users/administration.service.ts";

/** The first operator, and an application of theirs. */
export interface Bootstrapped {
  operator: ManagedUser;
  created: CreatedApplication;
}

/**
 * Makes the first operator and their application, once. Where there is an operator, enabled or not, it is
 * refused, also when two ask at once.
 */
export function bootstrap(
  deps: Deps,
  prepared: PreparedUser,
  application: { name: string; redirect_uris: string[] },
): Promise<Bootstrapped> {
  return deps.transaction(async () => {
    if (await deps.managedUsers.lockForFirstOperator()) throw problems.bootstrapped();
    const operator = await addUser(deps, prepared);
    const created = await createApplication(deps, operator.id, NewApplication.parse(application));
    return { operator, created };
  });
}
