import { databaseName, services } from "@marketplace/database";
import { describe, expect, it } from "vitest";
import { databaseUrlsOf } from "./database.ts";
import { deployedServer, passwordVariable } from "./deployed-server.ts";

const DATABASE_ADMIN_URL = "postgresql://admin:secret@db.example:5433/postgres?sslmode=require";
const passwords = Object.fromEntries(
  services.map((service) => [passwordVariable(service), `p@${service}/1`]),
);

describe("the database server of a deployment", () => {
  it("is reached by each service as its own user, with whatever else the address says", () => {
    const server = deployedServer({ DATABASE_ADMIN_URL, ...passwords });
    const url = databaseUrlsOf(server?.adminUrl ?? "", server?.passwordOf)(databaseName("flex"));
    expect(url).toBe(
      "postgresql://marketplace_flex:p%40flex%2F1@db.example:5433/marketplace_flex?sslmode=require",
    );
  });

  it("is none without an administrator's address", () => {
    expect(deployedServer(passwords)).toBeUndefined();
  });

  it.each(["nonsense", "db.example:5432/postgres", "https://db.example", "postgresql://a:p#w@db/postgres"])(
    "is refused by the address %j, for which nothing waits",
    (address) => {
      expect(() => deployedServer({ ...passwords, DATABASE_ADMIN_URL: address })).toThrow(
        "DATABASE_ADMIN_URL: must be an address of Postgres",
      );
    },
  );

  it("is refused without all six passwords, in one line that names those that are missing", () => {
    const some = { ...passwords, CATALOG_DATABASE_PASSWORD: "", FLEX_DATABASE_PASSWORD: undefined };
    expect(() => deployedServer({ DATABASE_ADMIN_URL, ...some })).toThrow(
      "CATALOG_DATABASE_PASSWORD, FLEX_DATABASE_PASSWORD: required with DATABASE_ADMIN_URL",
    );
  });
});
