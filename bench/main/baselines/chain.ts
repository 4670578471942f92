import { launch, scriptPath } from "../child.ts";
import { type Baseline, listening } from "./bare.ts";

/**
 * A typical first version: an Express gateway that looks tokens up, a proxy, an Express service, and Prisma
 * in both.
 */
export async function startChain(databaseUrl: (service: "gateway" | "catalog") => string): Promise<Baseline> {
  const service = await listening(
    launch({
      core: "server",
      args: [scriptPath("baselines/chain-service.process.ts")],
      env: { CATALOG_DATABASE_URL: databaseUrl("catalog"), NODE_ENV: "production" },
      output: "inherit",
    }),
  );
  const gateway = await listening(
    launch({
      core: "server",
      args: [scriptPath("baselines/chain-gateway.process.ts")],
      env: {
        GATEWAY_DATABASE_URL: databaseUrl("gateway"),
        SERVICE_URL: service.url,
        NODE_ENV: "production",
      },
      output: "inherit",
    }),
  ).catch(async (error: unknown) => {
    await service.stop();
    throw error;
  });
  return {
    url: gateway.url,
    pids: [...gateway.pids, ...service.pids],
    async stop() {
      await gateway.stop();
      await service.stop();
    },
  };
}
