import { runGateway } from "@marketplace/edge-gateway";
import { ofWorld, openLab, readLabOfGateway } from "./boot/lab.ts";

/** The gateway of a split product with the sandbox lab around it. */
await runGateway(process.env, ({ config, telemetry }) => {
  const { baseUrl, internalSecret: secret, logLevel, jsonp, signIn } = config;
  const { DATA_DIR: dataDir = "" } = process.env;
  const settings = { baseUrl, secret, logLevel, dataDir, signIn, jsonp: jsonp ? "on" : "off" } as const;
  const restore = async () => {
    throw new Error("a split product cannot be reset");
  };
  const lab = openLab({ ...readLabOfGateway(process.env), settings, telemetry, restore });
  const { clock, aroundSend, gates, documents } = ofWorld(lab, lab.world);
  return { parts: { clock, aroundSend, gates }, documents, around: lab.around, close: lab.close };
});
