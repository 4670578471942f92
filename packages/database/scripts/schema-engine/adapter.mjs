import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";

const charType = 18;
const charArrayType = 1002;

/** The connections the engine works on: the database at `url`, and a shadow database made for the purpose. */
export function adapterFactory(url, shadowUrl) {
  letCharPass();
  return bindMigrationAwareSqlAdapterFactory(new Factory(url, shadowUrl));
}

/**
 * The adapter refuses the type "char", which fills Postgres's catalog: it gets "char"[], relabeled in
 * `queryRaw`.
 */
function letCharPass() {
  const query = pg.Client.prototype.query;
  const relabel = (result) => {
    for (const field of result?.fields ?? [])
      if (field.dataTypeID === charType) field.dataTypeID = charArrayType;
    return result;
  };
  pg.Client.prototype.query = function (...args) {
    const callback = args.at(-1);
    if (typeof callback === "function") {
      return query.call(this, ...args.slice(0, -1), (error, result) => callback(error, relabel(result)));
    }
    const result = query.apply(this, args);
    return typeof result?.then === "function" ? result.then(relabel) : result;
  };
}

class Factory extends PrismaPg {
  #url;
  #shadowUrl;

  constructor(url, shadowUrl) {
    super({ connectionString: url });
    this.#url = url;
    this.#shadowUrl = shadowUrl;
  }

  async connect() {
    return withCharColumns(await super.connect());
  }

  async connectToShadowDb() {
    if (this.#shadowUrl) return connectTo(this.#shadowUrl);
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    const admin = new pg.Client({ connectionString: this.#url });
    await admin.connect();
    await admin.query(`CREATE DATABASE "${name}"`);
    const shadow = new URL(this.#url);
    shadow.pathname = `/${name}`;
    const adapter = await connectTo(shadow.href);
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await dispose();
      await admin.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      await admin.end();
    };
    return adapter;
  }
}

async function connectTo(url) {
  return withCharColumns(await new PrismaPg({ connectionString: url }).connect());
}

let patched = false;
function withCharColumns(adapter) {
  if (patched) return adapter;
  patched = true;
  // The class above the adapter's own is shared by its transactions.
  const queryable = Object.getPrototypeOf(Object.getPrototypeOf(adapter));
  const queryRaw = queryable.queryRaw;
  queryable.queryRaw = async function (query) {
    const result = await queryRaw.call(this, query);
    result.columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
    );
    return result;
  };
  // The adapter cuts scripts at every semicolon, those inside of function bodies included; Postgres takes
  // them whole.
  Object.getPrototypeOf(adapter).executeScript = async function (script) {
    await this.client.query(script);
  };
  return adapter;
}
