import type { Call, Contract } from "../contract.ts";
import { incompatibilitiesOf } from "./schema-compatibility.ts";
import { type CallShape, type ContractShape, readerSchema, writerSchema } from "./shape.ts";

/**
 * What keeps services of this contract and services of the release before, which `old` describes, from working side by
 * side as they do during a rolling upgrade; one sentence a fault, none when they can. Added calls, optional inputs and
 * optional or defaulted output fields are no fault.
 */
export function incompatibilities(old: ContractShape, contract: Contract): string[] {
  return Object.entries(old).flatMap(([name, before]) => {
    const call = contract[name];
    return call ? callIncompatibilities(name, before, call) : [`${name} is gone`];
  });
}

function callIncompatibilities(name: string, before: CallShape, call: Call): string[] {
  const kind = call.kind === before.kind ? [] : [`${name} was a ${before.kind}`];
  const input = `${name}.input`;
  const output = `${name}.output`;
  return [
    ...kind,
    // The caller of before asks the service of now.
    ...incompatibilitiesOf({
      writer: before.input,
      reader: readerSchema(call.input),
      path: input,
      newer: "reader",
    }),
    ...incompatibilitiesOf({
      writer: writerSchema(call.output),
      reader: before.output,
      path: output,
      newer: "writer",
    }),
    // The caller of now reads what the service of before answers.
    ...incompatibilitiesOf({ writer: before.output, reader: readerSchema(call.output), path: output }),
  ];
}
