import { afterAll, it } from "vitest";
import { lazyStore } from "../object-store/lazy-store.ts";
import { openObjectStore } from "../object-store/open.ts";
import { bucketOf, serverOfEnvironment } from "../object-store/s3.server.fixture.ts";
import { invoicesService } from "../service.fixture.ts";
import { expectGracePeriod } from "./deleted-objects.fixture.ts";

const server = serverOfEnvironment(process.env);
const service = await invoicesService({ around: () => lazyStore(() => openObjectStore(server)) });
afterAll(() => bucketOf(server).remove());

it("the objects of deleted documents live for the grace period on an S3 server too", () =>
  expectGracePeriod(service));
