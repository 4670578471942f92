import { runMain } from "@marketplace/server";
import { runGateway } from "./gateway-process.service.ts";

await runMain(() => runGateway(process.env));
