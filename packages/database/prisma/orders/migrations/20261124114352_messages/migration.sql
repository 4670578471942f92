-- CreateTable
CREATE TABLE "conversations" (
    "pack_id" BIGINT NOT NULL,
    "site_id" TEXT NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "buyer_id" BIGINT NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "last_message_at" TIMESTAMPTZ(3),
    "reopened_at" TIMESTAMPTZ(3),
    "blocked_at" TIMESTAMPTZ(3),

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("pack_id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "pack_id" BIGINT NOT NULL,
    "application_id" BIGINT NOT NULL,
    "from_id" BIGINT NOT NULL,
    "to_id" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "moderation_status" TEXT NOT NULL,
    "option_id" TEXT,
    "option_round" INTEGER,
    "first" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_attachments" (
    "id" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "site_id" TEXT NOT NULL,
    "message_id" UUID,
    "place" INTEGER NOT NULL DEFAULT 0,
    "original_name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_attachments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "unowned_objects" (
    "object_key" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "removal_began_at" TIMESTAMPTZ(3),

    CONSTRAINT "unowned_objects_pkey" PRIMARY KEY ("object_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "messages_position_key" ON "messages"("position");

-- CreateIndex
CREATE INDEX "messages_pack_id_position_idx" ON "messages"("pack_id", "position" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "messages_option" ON "messages"("pack_id", "option_id", "option_round");

-- CreateIndex
CREATE UNIQUE INDEX "message_attachments_object_key_key" ON "message_attachments"("object_key");

-- CreateIndex
CREATE INDEX "message_attachments_message_id_idx" ON "message_attachments"("message_id");

-- CreateIndex
CREATE INDEX "unowned_objects_due_at_idx" ON "unowned_objects"("due_at");

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_pack_id_fkey" FOREIGN KEY ("pack_id") REFERENCES "conversations"("pack_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What a user has not read yet.
CREATE INDEX "messages_unread" ON "messages"("to_id", "pack_id") WHERE read_at IS NULL AND status = 'available';

-- Files that no message has used.
CREATE INDEX "message_attachments_unused" ON "message_attachments"("created_at") WHERE message_id IS NULL;
