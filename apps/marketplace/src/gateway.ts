import { runGateway } from "@marketplace/edge-gateway";
import { createLogger, localUrl } from "@marketplace/server";
import { clockKeeper, labAccess, ofWorld, openLab, readLabOfGateway, remoteControls } from "./boot/lab.ts";
import { withMcp } from "./boot/mcp.ts";
import { restartServices } from "./boot/restart-services.ts";
import { restore } from "./boot/restore.ts";

/** The time that the process has to end once it must not serve any more, in milliseconds. */
const exitTimeoutMs = 20_000;

/** The gateway of a split product with the sandbox lab around it. */
await runGateway(process.env, ({ config, telemetry }) => {
  const { baseUrl, internalSecret: secret, logLevel, jsonp, signIn } = config;
  const { DATA_DIR: dataDir = "" } = process.env;
  const settings = { baseUrl, secret, logLevel, dataDir, signIn, jsonp: jsonp ? "on" : "off" } as const;
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
    // Given up, it is started again by the process that started it, which ends the exchange before.
    restore: (exchange) => restore(exchange, { reopen: restartServices, giveUp: endSoon }),
    clock: clockOfProduct,
    sendBackgroundFaults: controls.sendBackgroundFaults,
  });
  const { clock, aroundSend, gates, documents, offerTokens } = ofWorld(lab, lab.world);
  const mcp = {
    ownUrl: localUrl(config.host, config.port),
    publicUrl: baseUrl,
    adminToken: labAccess(secret).admin_token,
    log: createLogger("mcp", logLevel),
    metrics: telemetry.metrics,
  };
  return {
    parts: { clock, aroundSend, gates },
    shown: { documents, offerTokens },
    around: (app, due) => withMcp(lab.around(app, [...controls.due, due]), mcp),
    close: lab.close,
  };
});

function endSoon(): void {
  setTimeout(() => process.exit(1), exitTimeoutMs).unref();
  process.kill(process.pid, "SIGTERM");
}
