import { lazyStore, openObjectStore } from "@marketplace/object-store";
import { bucketOf, serverOfEnvironment } from "@marketplace/object-store/s3.server.fixture";
import { afterAll, it } from "vitest";
import { invoicesService } from "../service.fixture.ts";
import { expectGracePeriod } from "./deleted-objects.fixture.ts";

const server = serverOfEnvironment(process.env);
const service = await invoicesService({ around: () => lazyStore(() => openObjectStore(server)) });
afterAll(() => bucketOf(server).remove());

it("the objects of deleted documents live for the grace period on an S3 server too", () =>
  expectGracePeriod(service));
