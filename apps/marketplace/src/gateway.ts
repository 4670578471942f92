import { runGateway } from "@marketplace/edge-gateway";
import { PromotionUnfinished } from "@marketplace/sandbox";
import { createLogger, localUrl } from "@marketplace/server";
import { clockKeeper, labAccess, ofWorld, openLab, readLabOfGateway, remoteControls } from "./boot/lab.ts";
import { withMcp } from "./boot/mcp.ts";
import { restartServices } from "./boot/restart-services.ts";

/** The time that the process has to end once it must not serve any more, in milliseconds. */
const lastWordsMs = 20_000;

/** The gateway of a split product with the sandbox lab around it. */
await runGateway(process.env, ({ config, telemetry }) => {
  const { baseUrl, internalSecret: secret, logLevel, jsonp, signIn } = config;
  const { DATA_DIR: dataDir = "" } = process.env;
  const settings = { baseUrl, secret, logLevel, dataDir, signIn, jsonp: jsonp ? "on" : "off" } as const;
  const restore = (exchange: () => Promise<void>): Promise<void> =>
    exchange().then(restartServices, async (error: unknown) => {
      // The process that started this one ends the exchange before it starts another.
      if (error instanceof PromotionUnfinished) endSoon();
      else await restartServices();
      throw error;
    });
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

function endSoon(): void {
  setTimeout(() => process.exit(1), lastWordsMs).unref();
  process.kill(process.pid, "SIGTERM");
}
