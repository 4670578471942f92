-- CreateTable
CREATE TABLE "item_visits" (
    "item_id" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "item_visits_pkey" PRIMARY KEY ("item_id","user_id","hour")
);

-- CreateTable
CREATE TABLE "item_visit_days" (
    "item_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "visits" INTEGER NOT NULL,

    CONSTRAINT "item_visit_days_pkey" PRIMARY KEY ("item_id","day")
);

-- CreateIndex
CREATE INDEX "item_visits_hour_idx" ON "item_visits"("hour");

-- CreateIndex
CREATE INDEX "item_visit_days_seller_id_day_idx" ON "item_visit_days"("seller_id", "day");

-- CreateIndex
CREATE INDEX "item_visit_days_day_idx" ON "item_visit_days"("day");
