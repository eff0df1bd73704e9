-- AlterTable
ALTER TABLE "contexts" ADD COLUMN     "live_manifest" TEXT,
ADD COLUMN     "sample_queries" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "curations" ADD COLUMN     "resumed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "takeovers" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "lease_owner" DROP NOT NULL;

-- CreateTable
CREATE TABLE "drafts" (
    "context_id" TEXT NOT NULL,
    "base_version" INTEGER,
    "version" INTEGER NOT NULL,
    "manifest" TEXT NOT NULL,

    CONSTRAINT "drafts_pkey" PRIMARY KEY ("context_id")
);

-- CreateTable
CREATE TABLE "draft_sources" (
    "context_id" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "status" "source_status" NOT NULL,
    "reason" TEXT,
    "title" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "chunk_count" INTEGER NOT NULL,

    CONSTRAINT "draft_sources_pkey" PRIMARY KEY ("context_id","source_id")
);

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_context_id_fkey" FOREIGN KEY ("context_id") REFERENCES "contexts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_sources" ADD CONSTRAINT "draft_sources_context_id_fkey" FOREIGN KEY ("context_id") REFERENCES "contexts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What manifests said so far was kept and heeded by nobody; from now on they are checked.
UPDATE "contexts" SET "manifest" = '{}';
