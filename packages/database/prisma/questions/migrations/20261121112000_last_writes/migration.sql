-- CreateTable: unlogged, which Prisma's schema cannot say. A crash or a failover empties it, and that is how it is noticed.
CREATE UNLOGGED TABLE "last_writes" (
    "caller" BIGINT NOT NULL,
    "position" pg_lsn NOT NULL,

    CONSTRAINT "last_writes_pkey" PRIMARY KEY ("caller")
);
