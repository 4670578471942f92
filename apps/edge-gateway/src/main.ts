import { runGateway } from "./gateway-process.service.ts";

await runGateway(process.env);
