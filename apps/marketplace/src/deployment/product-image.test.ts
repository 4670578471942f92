import { describe, expect, it } from "vitest";
import { dockerfileOf } from "./compose.fixture.ts";
import { read, settingOf } from "./repository.fixture.ts";

const text = read("apps/marketplace/product.Dockerfile");
const ofService = dockerfileOf("edge-gateway");
/** From the first stage to the one that makes the guide. */
const shared = (dockerfile: string) => /^FROM [\s\S]*?vitepress build$/m.exec(dockerfile)?.[0];
const last = text.slice(text.lastIndexOf("\nFROM "));

describe("the image of the product in one process", () => {
  it("is built by the stages of the services' images", () => {
    expect(shared(text)).toContain("RUN pnpm install --frozen-lockfile");
    expect(shared(text)).toBe(shared(ofService));
    const bases = (dockerfile: string) => new Set(dockerfile.match(/^FROM node:\S+/gm));
    expect(bases(text)).toEqual(bases(ofService));
  });

  it("runs as an ordinary user, who owns the folder of its data", () => {
    expect(last).toMatch(/^USER node$/m);
    const folder = settingOf(text, "DATA_DIR");
    expect(last).toContain(`RUN install --directory --owner=node --group=node ${folder}\n`);
    expect(last).toContain(`\nVOLUME ${folder}\n`);
  });

  it("serves the lab, the console and the guide, and has Postgres and the decoder of pictures", () => {
    expect(last).toContain("COPY --from=build /src/apps/console/dist ./dist/console\n");
    expect(last).toContain("COPY --from=guide /src/docs/dist ./dist/guide\n");
    expect(last).not.toContain("NODE_ENV");
    for (const part of ["--from=build /src/native", "--from=postgres /src/postgres"])
      expect(last).toContain(`COPY ${part} ./node_modules\n`);
    expect(last).toMatch(/^CMD \["node", "dist\/main\.js"\]$/m);
  });

  it("is healthy once the product answers that it is ready", () => {
    const port = settingOf(text, "PORT");
    const check = /^HEALTHCHECK .*$/m.exec(last)?.[0];
    const asked = (dockerfile = "") => /CMD \[.*$/.exec(dockerfile)?.[0];
    expect(asked(check)).toBe(asked(/^HEALTHCHECK .*$/m.exec(ofService)?.[0]));
    expect(check).toContain(`/dev/tcp/127.0.0.1/${port} `);
    expect(last).toContain(`\nEXPOSE ${port}\n`);
    expect(settingOf(text, "PUBLIC_URL")).toBe(`http://localhost:${port}`);
  });
});
