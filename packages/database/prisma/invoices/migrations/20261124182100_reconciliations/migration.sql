-- CreateTable
CREATE TABLE "reconciliations" (
    "id" BIGSERIAL NOT NULL,
    "mend" BOOLEAN NOT NULL,
    "started_by" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "alive_at" TIMESTAMPTZ(3) NOT NULL,
    "objects" INTEGER NOT NULL DEFAULT 0,
    "documents" INTEGER NOT NULL DEFAULT 0,
    "documents_total" INTEGER NOT NULL,
    "difference_count" INTEGER NOT NULL DEFAULT 0,
    "differences" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "reconciliations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reconciliations_status_known" CHECK ("status" IN ('running', 'done', 'failed'))
);

-- CreateIndex
CREATE UNIQUE INDEX "reconciliations_running" ON "reconciliations" ("status") WHERE "status" = 'running';
