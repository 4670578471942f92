import type { Service } from "../services.ts";
import { migrate } from "./migrate.ts";
import { migrationsOf } from "./migrations.ts";

/** Migrates a database as far as it was before a migration, which is named by the end of its name. */
export async function migrateUpTo(url: string, service: Service, ending: string): Promise<void> {
  const all = migrationsOf[service];
  const at = all.findIndex(({ name }) => name.endsWith(ending));
  if (at < 0) throw new Error(`${service} has no migration *${ending}`);
  await migrate({ url, service, migrations: all.slice(0, at) });
}
