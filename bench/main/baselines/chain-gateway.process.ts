// A typical gateway: Express, a token lookup by Prisma, http-proxy-middleware to the service.
import { createHash } from "node:crypto";
import { Agent } from "node:http";
import { openGatewayDatabase } from "@marketplace/database/gateway";
import express from "express";
import { createProxyMiddleware } from "http-proxy-middleware";
import { serveParent } from "../serve-parent.ts";

const db = openGatewayDatabase({ url: process.env.GATEWAY_DATABASE_URL ?? "" });
const app = express();

app.use(async (req, res, next) => {
  const token = req.headers.authorization?.replace(/^Bearer /, "") ?? "";
  const hash = createHash("sha256").update(token).digest();
  const found = await db.current().token.findUnique({ where: { hash }, include: { family: true } });
  if (found && !found.family.revokedAt && found.expiresAt > new Date()) next();
  else res.status(401).json({ message: "invalid access token" });
});
app.use(
  createProxyMiddleware({
    target: process.env.SERVICE_URL ?? "",
    agent: new Agent({ keepAlive: true, maxSockets: 256 }),
  }),
);

serveParent(app);
