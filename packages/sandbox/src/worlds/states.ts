import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { databaseName, type Service, services } from "@marketplace/database";
import {
  cloneDatabases,
  databasesNamed,
  dropDatabases,
  embeddedPasswords,
  ownerUrl,
  renameDatabases,
  type Tables,
  withTables,
} from "@marketplace/database/embedded";
import { syncFolder, writePrivateFile } from "@marketplace/server";
import { exchangeFolder } from "./exchange-folder.ts";
import { entriesOf, linkTree, unlessGone } from "./link-tree.ts";

/**
 * A state is what a marketplace has stored: a database per service, and files. States are named by keys: that
 * of a world is its id, `demo` and `empty` are what worlds are made from, and snapshots have keys of their
 * own. The state `default` is the data directory itself; all others lie in its folder `sandbox`.
 */
export interface States {
  databaseOf(key: string, service: Service): string;
  /** Where its files are. */
  folderOf(key: string): string;
  /** Copies a state whole. Sessions on the databases of `from` end. */
  copy(from: string, to: string): Promise<void>;
  drop(key: string): Promise<void>;
  /** Works on the tables of a database of a state that nothing uses. */
  withTables<T>(key: string, service: Service, work: (tables: Tables) => Promise<T>): Promise<T>;
  /**
   * Makes a state that of the product; what was the product's gets the key `former`. What is to be exchanged
   * is written down before, and tried several times. Then it fails with nothing exchanged, or with
   * `PromotionUnfinished`: neither state may be dropped or used before finishPromotion, at the next start.
   */
  promote(key: string, former: string): Promise<void>;
  /**
   * Ends a promotion that was cut short; says whether there was one. Nothing else may use the product's
   * state meanwhile.
   */
  finishPromotion(): Promise<boolean>;
  /** The keys of all states but `default`, whole or not. */
  keys(): Promise<string[]>;
}

const prefix = "sandbox_";
/** Never changed in place: a store writes a new file and gives it the name. So copies share them. */
const sharedFolders = ["objects", "mail", "search-index"];
/** Before the databases are copied: an index may be older than they are, and catches up. */
const copiedFirst = "search-index";

interface Promotion {
  key: string;
  former: string;
}

/** The product's state is partly the former one: the process that uses it must end. A start completes it. */
export class PromotionUnfinished extends Error {
  override name = "PromotionUnfinished";
}

export interface StatesOptions {
  adminUrl: string;
  dataDir: string;
  /** Before each further try of a promotion, in milliseconds; a crashed Postgres comes back meanwhile. */
  triedAgainAfterMs?: readonly number[];
}

export function createStates(options: StatesOptions): States {
  const { adminUrl, dataDir, triedAgainAfterMs = [250, 500, 1_000, 2_000, 4_000] } = options;
  const all = join(dataDir, "sandbox");
  const databaseOf = (key: string, service: Service): string =>
    key === "default" ? databaseName(service) : `${prefix}${key}_${service}`;
  const folderOf = (key: string): string => (key === "default" ? dataDir : join(all, key));
  async function drop(key: string): Promise<void> {
    if (key === "default") throw new Error("the state of the product itself cannot be dropped");
    // At once: each needs a checkpoint, and one serves them all.
    await Promise.all(services.map((service) => dropDatabases(adminUrl, [databaseOf(key, service)])));
    await rm(folderOf(key), { recursive: true, force: true });
  }

  const journal = join(all, "promotion.json");

  async function exchangeDatabases({ key, former }: Promotion): Promise<void> {
    const present = await databasesNamed(adminUrl, prefix);
    for (const service of services) {
      const [next, gone] = [databaseOf(key, service), databaseOf(former, service)];
      if (!present.includes(next)) continue;
      const live = databaseName(service);
      const moves = [{ from: next, to: live }];
      if (!present.includes(gone)) moves.unshift({ from: live, to: gone });
      await renameDatabases(adminUrl, moves);
    }
  }

  async function exchangeFolders({ key, former }: Promotion): Promise<void> {
    for (const name of sharedFolders) {
      const [live, next, gone] = ["default", key, former].map((state) => join(folderOf(state), name));
      if (live && next && gone) await exchangeFolder({ live, next, former: gone });
    }
    await Promise.all([former, "default", key].map((state) => syncFolder(folderOf(state))));
  }

  /** Every step is one that has been taken or not, so that it goes on where it was cut short. */
  async function finishPromotion(): Promise<boolean> {
    const text = await readFile(journal, "utf8").catch(unlessGone);
    if (text === undefined) return false;
    // Only promote writes this file, atomically.
    const promotion = JSON.parse(text) as Promotion;
    await exchangeDatabases(promotion);
    // The product goes back to real time; its folder is made durable with the others.
    await rm(join(dataDir, "clock.json"), { force: true });
    await exchangeFolders(promotion);
    await forget();
    return true;
  }

  async function forget(): Promise<void> {
    await rm(journal, { force: true });
    await syncFolder(all);
  }

  async function finishAfterAll(): Promise<void> {
    for (const waitMs of triedAgainAfterMs) {
      const isDone = await finishPromotion().then(
        () => true,
        () => false,
      );
      if (isDone) return;
      await delay(waitMs);
    }
    await finishPromotion();
  }

  /** A promotion that has exchanged nothing is given up, so that no later start takes it up again. */
  async function giveUp({ former }: Promotion, cause: unknown): Promise<never> {
    if (await isForgotten(former).catch(() => false)) throw cause;
    throw new PromotionUnfinished("a reset of the product was cut short: the next start ends it", { cause });
  }

  async function isForgotten(former: string): Promise<boolean> {
    const present = await databasesNamed(adminUrl, prefix);
    // The databases are exchanged first, and of each the live one gets its other name first.
    if (services.some((service) => present.includes(databaseOf(former, service)))) return false;
    await forget();
    return true;
  }

  return {
    databaseOf,
    folderOf,
    async copy(from, to) {
      await mkdir(folderOf(to), { recursive: true, mode: 0o700 });
      const copies = services.map((service) => ({
        from: databaseOf(from, service),
        to: databaseOf(to, service),
        owner: databaseName(service),
      }));
      const linkFolder = (name: string) => linkTree(join(folderOf(from), name), join(folderOf(to), name));
      await linkFolder(copiedFirst);
      const others = sharedFolders.filter((name) => name !== copiedFirst);
      await Promise.all([cloneDatabases(adminUrl, copies), ...others.map(linkFolder)]);
    },
    drop,
    withTables(key, service, work) {
      const url = new URL(ownerUrl(adminUrl, databaseName(service), embeddedPasswords(adminUrl)));
      url.pathname = `/${databaseOf(key, service)}`;
      return withTables(url.href, work);
    },
    async promote(key, former) {
      await finishPromotion();
      await drop(former);
      await mkdir(folderOf(former), { recursive: true, mode: 0o700 });
      // Where both are there, it shows which of them has moved.
      const exchanged = sharedFolders.flatMap((name) =>
        ["default", key].map((one) => join(folderOf(one), name)),
      );
      await Promise.all(exchanged.map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })));
      const promotion: Promotion = { key, former };
      await writePrivateFile(journal, JSON.stringify(promotion))
        .then(finishAfterAll)
        .catch((error: unknown) => giveUp(promotion, error));
    },
    finishPromotion,
    async keys() {
      const databases = await databasesNamed(adminUrl, prefix);
      const folders = await entriesOf(all);
      const ofDatabases = databases.map((name) => name.slice(prefix.length, name.lastIndexOf("_")));
      return [
        ...new Set([...ofDatabases, ...folders.filter((one) => one.isDirectory()).map(({ name }) => name)]),
      ];
    },
  };
}
