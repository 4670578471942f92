import { runGateway } from "@marketplace/edge-gateway";
import { createLogger, localUrl } from "@marketplace/server";
import { clockKeeper, labAccess, ofWorld, openLab, readLabOfGateway, remoteControls } from "./boot/lab.ts";
import { withMcp } from "./boot/mcp.ts";
import { restartServices } from "./boot/restart-services.ts";

/** The gateway of a split product with the sandbox lab around it. */
await runGateway(process.env, ({ config, telemetry }) => {
  const { baseUrl, internalSecret: secret, logLevel, jsonp, signIn } = config;
  const { DATA_DIR: dataDir = "" } = process.env;
  const settings = { baseUrl, secret, logLevel, dataDir, signIn, jsonp: jsonp ? "on" : "off" } as const;
  const restore = async (exchange: () => Promise<void>) => {
    await exchange();
    await restartServices();
  };
  // In the order in which one makes work for the next.
  const services = ["flex", "orders", "catalog", "questions", "invoices"] as const;
  const controls = remoteControls(
    services.map((name) => config[`${name}InternalUrl`]),
    secret,
  );
  const clockOfProduct = clockKeeper(dataDir, controls.services);
  const given = readLabOfGateway(process.env);
  const lab = openLab({
    ...given,
    settings,
    telemetry,
    restore,
    clock: clockOfProduct,
    sendBackgroundFaults: controls.sendBackgroundFaults,
  });
  const { clock, aroundSend, gates, documents, offerTokens } = ofWorld(lab, lab.world);
  const mcp = {
    ownUrl: localUrl(config.host, config.port),
    publicUrl: baseUrl,
    adminToken: labAccess(secret).admin_token,
    log: createLogger("mcp", logLevel),
  };
  return {
    parts: { clock, aroundSend, gates },
    shown: { documents, offerTokens },
    around: (app, due) => withMcp(lab.around(app, [...controls.due, due]), mcp),
    close: lab.close,
  };
});
