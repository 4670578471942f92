import { runGateway } from "@marketplace/edge-gateway";
import { ofWorld, openLab, readLabOfGateway } from "./boot/lab.ts";

/** The gateway of a split product with the sandbox lab around it. */
await runGateway(process.env, ({ config, telemetry }) => {
  const { baseUrl, internalSecret: secret, logLevel } = config;
  const { from } = readLabOfGateway(process.env);
  const lab = openLab({ baseUrl, secret, logLevel }, { from, telemetry });
  const { clock, aroundSend, gates, documents } = ofWorld(lab, lab.world);
  return { parts: { clock, aroundSend, gates }, documents, around: lab.around };
});
