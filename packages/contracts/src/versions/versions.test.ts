import { describe, expect, it } from "vitest";
import { z } from "zod";
import { incompatibilities } from "./compatibility.ts";
import { contracts } from "./contracts.ts";
import { shapeOf } from "./shape.ts";
import { incompatibilityMessage, readSnapshot } from "./snapshots.ts";

describe.each(Object.entries(contracts))("the contract of %s", (service, { version, contract }) => {
  const snapshot = readSnapshot(service, version);

  it("lets services of this release and of the one before work side by side", () => {
    const found = incompatibilities(snapshot ?? {}, contract);
    expect(found, incompatibilityMessage(service, version, found)).toEqual([]);
  });

  it("is recorded whole, so that what was added once stays", () => {
    const command = "pnpm --filter @marketplace/contracts snapshot";
    expect(snapshot, `record it: ${command}`).toEqual(shapeOf(contract));
  });

  it("has no input that an older service would refuse for a property it does not know", () => {
    for (const { input } of Object.values(contract))
      expect(JSON.stringify(z.toJSONSchema(input, { io: "input" }))).not.toContain(
        '"additionalProperties":false',
      );
  });

  it("has no answer that an older caller would refuse for a property it does not know", () => {
    for (const { output } of Object.values(contract)) {
      const schema = z.toJSONSchema(output, { io: "input", unrepresentable: "any" });
      expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
    }
  });
});
