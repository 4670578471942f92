import { silentLogger, systemClock } from "@marketplace/server";
import { adminTokenOf } from "./admin-token.ts";
import { createLab, type LabOptions } from "./lab.ts";

export const adminToken = adminTokenOf("the installation's secret");

/** The headers of a request to the lab. */
export const adminHeaders = { Authorization: `Bearer ${adminToken}` };

const unused = async () => {
  throw new Error("no world is made here");
};

/** A lab with the world `default` alone, whose files are in a folder. */
export const testLab = ({ folder = "", ...more }: Partial<LabOptions> & { folder?: string } = {}) =>
  createLab({
    adminToken,
    baseUrl: "http://market.test",
    open: true,
    home: {
      from: "demo",
      document: { users: {}, applications: {}, tokens: {}, fixtures: {} },
      restore: unused,
    },
    states: {
      databaseOf: () => "",
      folderOf: () => folder,
      copy: unused,
      drop: unused,
      withTables: unused,
      promote: unused,
      finishPromotion: async () => false,
      keys: async () => [],
    },
    engine: {
      open: unused,
      prepare: unused,
      unexported: async () => ({}),
      adopt: unused,
      fill: unused,
      migrate: unused,
      reissue: unused,
    },
    log: silentLogger(),
    systemClock,
    ...more,
  });
