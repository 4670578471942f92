-- CreateTable
CREATE TABLE "pictures" (
    "id" TEXT NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pictures_pkey" PRIMARY KEY ("id")
);

-- Parts of the ids of pictures.
CREATE SEQUENCE picture_numbers START 10000000001;
