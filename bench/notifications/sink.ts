import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The endpoints of all applications, in one process: `/ok` acknowledges, `/hang` never answers. It reports
 * its port, and then when each event arrived, by a clock that all processes share.
 */
const server = createServer((req, res) => {
  let text = "";
  req.setEncoding("utf8");
  req.on("data", (chunk) => {
    text += chunk;
  });
  req.on("end", () => {
    if (req.url === "/hang") return;
    res.writeHead(200).end();
    const { resource } = JSON.parse(text);
    arrivals.push([resource, now()]);
  });
});
let arrivals: [resource: string, at: number][] = [];

const now = () => Number(process.hrtime.bigint()) / 1e6;
const tell = (message: unknown) => process.send?.(message);

setInterval(() => {
  if (arrivals.length > 0) tell({ arrivals });
  arrivals = [];
}, 50);
server.listen(0, "127.0.0.1", () => {
  // A listening TCP server has an address with a port.
  tell({ port: (server.address() as AddressInfo).port });
});
process.on("disconnect", () => process.exit(0));
