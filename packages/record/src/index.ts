export { type Drift, measureDrift, type ReadOutcome } from "./drift/drift.ts";
export { OpenApiDocument } from "./drift/openapi.ts";
export {
  type Plan,
  readsOfDocument,
  readsOfList,
  readsOfRecording,
  UnknownOperations,
} from "./drift/reads.ts";
export { junitOf, linesOf, summaryOf } from "./drift/report.ts";
export { sarifOf } from "./drift/sarif.ts";
export { readFrom, type Side, Unreachable } from "./drift/side.ts";
export type { Exchange } from "./exchange.ts";
export { credentialNames } from "./masking/credential-names.ts";
export { maskExchange } from "./masking/mask-exchange.ts";
export { createMasks } from "./masking/masks.ts";
export { createRecorder } from "./proxy/recorder.ts";
export { InvalidRecording, lineOf, readRecording } from "./recording.ts";
export { createCollector, type LeftOut, type RecordedResources, type Wire } from "./world/resources.ts";
