import type { Call, Contract } from "../contract.ts";
import { incompatibilitiesOf } from "./schema-compatibility.ts";
import { type CallShape, type ContractShape, readerSchema, writerSchema } from "./shape.ts";

/**
 * Why services of this contract cannot work beside those of the previous release, which `old` describes; one
 * sentence each. Both run during a rolling upgrade. Added calls, optional inputs and optional or defaulted
 * output fields are compatible.
 */
export function incompatibilities(old: ContractShape, contract: Contract): string[] {
  return Object.entries(old).flatMap(([name, before]) => {
    const call = contract[name];
    return call ? callIncompatibilities(name, before, call) : [`${name} is gone`];
  });
}

function callIncompatibilities(name: string, before: CallShape, call: Call): string[] {
  const [input, output] = [`${name}.input`, `${name}.output`];
  const [reads, writes] = [readerSchema(call.input), writerSchema(call.output)];
  return [
    ...(call.kind === before.kind ? [] : [`${name} was a ${before.kind}`]),
    // An old caller calls a new service.
    ...incompatibilitiesOf({ writer: before.input, reader: reads, path: input, newer: "reader" }),
    ...incompatibilitiesOf({ writer: writes, reader: before.output, path: output, newer: "writer" }),
    // A new caller reads the answer of an old service.
    ...incompatibilitiesOf({ writer: before.output, reader: readerSchema(call.output), path: output }),
  ];
}
