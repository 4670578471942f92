import { runGateway } from "./gateway-process.ts";

await runGateway(process.env);
