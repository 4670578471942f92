-- AlterTable
ALTER TABLE "pictures" ADD COLUMN     "content_type" TEXT,
ADD COLUMN     "height" INTEGER,
ADD COLUMN     "object_key" TEXT,
ADD COLUMN     "sha256" TEXT,
ADD COLUMN     "size" INTEGER,
ADD COLUMN     "width" INTEGER;

-- CreateTable
CREATE TABLE "unowned_objects" (
    "object_key" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "removal_began_at" TIMESTAMPTZ(3),

    CONSTRAINT "unowned_objects_pkey" PRIMARY KEY ("object_key")
);

-- CreateIndex
CREATE INDEX "unowned_objects_due_at_idx" ON "unowned_objects"("due_at");

-- A picture is either the address of another place or a whole file.
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_file_is_whole"
  CHECK (num_nulls("object_key", "content_type", "size", "sha256", "width", "height") IN (0, 6));
