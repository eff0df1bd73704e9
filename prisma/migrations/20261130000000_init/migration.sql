-- The first schema. All but the last section is what Prisma derives from prisma/schema.prisma.

-- CreateEnum
CREATE TYPE "context_kind" AS ENUM ('search', 'work');

-- CreateEnum
CREATE TYPE "source_status" AS ENUM ('pending', 'parsed', 'skipped', 'failed');

-- CreateEnum
CREATE TYPE "curation_status" AS ENUM ('running', 'completed', 'failed');

-- CreateEnum
CREATE TYPE "query_status" AS ENUM ('in_progress', 'completed', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "workspaces" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contexts" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "instructions" TEXT NOT NULL DEFAULT '',
    "kind" "context_kind" NOT NULL DEFAULT 'search',
    "manifest" JSONB NOT NULL DEFAULT '{}',
    "live_version" INTEGER,
    "curated_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contexts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sources" (
    "id" TEXT NOT NULL,
    "context_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "media_type" TEXT NOT NULL,
    "byte_size" BIGINT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "status" "source_status" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "curated_hash" TEXT,
    "chunk_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sources_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "removed_sources" (
    "context_id" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,

    CONSTRAINT "removed_sources_pkey" PRIMARY KEY ("context_id","source_id")
);

-- CreateTable
CREATE TABLE "curations" (
    "id" TEXT NOT NULL,
    "context_id" TEXT NOT NULL,
    "status" "curation_status" NOT NULL DEFAULT 'running',
    "version" INTEGER,
    "total" INTEGER NOT NULL DEFAULT 0,
    "parsed" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "removed" INTEGER NOT NULL DEFAULT 0,
    "chunks" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_owner" TEXT NOT NULL,
    "lease_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "curations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "title" TEXT,
    "system_prompt" TEXT,
    "guardrails" TEXT,
    "models" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "tools" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "vars" JSON NOT NULL DEFAULT '{}',
    "workflow" TEXT,
    "last_query_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session_contexts" (
    "session_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "context_id" TEXT,

    CONSTRAINT "session_contexts_pkey" PRIMARY KEY ("session_id","position")
);

-- CreateTable
CREATE TABLE "queries" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "previous_query_id" TEXT,
    "status" "query_status" NOT NULL DEFAULT 'in_progress',
    "ask" TEXT NOT NULL,
    "request" JSON NOT NULL,
    "workflow" TEXT NOT NULL,
    "model" TEXT,
    "input" JSON NOT NULL,
    "output" JSON NOT NULL DEFAULT '[]',
    "output_json" JSON,
    "usage" JSON NOT NULL,
    "rollup" JSON,
    "synthesis" JSON,
    "trace_ref" TEXT,
    "warnings" JSON NOT NULL DEFAULT '[]',
    "error" TEXT,
    "max_steps" INTEGER,
    "thinking_level" TEXT,
    "timeout_seconds" INTEGER NOT NULL,
    "comparison_group" TEXT,
    "runtime_ms" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),
    "cancel_requested" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "queries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "query_events" (
    "query_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "query_events_pkey" PRIMARY KEY ("query_id","seq")
);

-- CreateTable
CREATE TABLE "steps" (
    "query_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "step_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "data" JSON NOT NULL,

    CONSTRAINT "steps_pkey" PRIMARY KEY ("query_id","position")
);

-- CreateTable
CREATE TABLE "citations" (
    "query_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "data" JSON NOT NULL,

    CONSTRAINT "citations_pkey" PRIMARY KEY ("query_id","position")
);

-- CreateTable
CREATE TABLE "traces" (
    "query_id" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "traces_pkey" PRIMARY KEY ("query_id")
);

-- CreateTable
CREATE TABLE "feedback" (
    "query_id" TEXT NOT NULL,
    "rating" TEXT NOT NULL,
    "comment" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("query_id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "workspace_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "document_hash" TEXT NOT NULL,
    "query_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("workspace_id","key")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "query_batches" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "admission_key" TEXT NOT NULL,
    "manifest_hash" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "query_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "query_batch_items" (
    "id" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "client_item_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "document" JSON NOT NULL,
    "result" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "query_batch_items_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "workspaces_slug_key" ON "workspaces"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "contexts_workspace_id_slug_key" ON "contexts"("workspace_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "sources_context_id_path_key" ON "sources"("context_id", "path");

-- CreateIndex
CREATE INDEX "curations_context_id_started_at_idx" ON "curations"("context_id", "started_at");

-- CreateIndex
CREATE INDEX "sessions_workspace_id_created_at_id_idx" ON "sessions"("workspace_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "session_contexts_context_id_idx" ON "session_contexts"("context_id");

-- CreateIndex
CREATE INDEX "queries_session_id_created_at_id_idx" ON "queries"("session_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "queries_workspace_id_comparison_group_idx" ON "queries"("workspace_id", "comparison_group");

-- CreateIndex
CREATE INDEX "citations_source_idx" ON "citations"("source");

-- CreateIndex
CREATE INDEX "idempotency_keys_query_id_idx" ON "idempotency_keys"("query_id");

-- CreateIndex
CREATE UNIQUE INDEX "access_tokens_secret_hash_key" ON "access_tokens"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "query_batches_workspace_id_admission_key_key" ON "query_batches"("workspace_id", "admission_key");

-- CreateIndex
CREATE UNIQUE INDEX "query_batch_items_batch_id_position_key" ON "query_batch_items"("batch_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "query_batch_items_batch_id_client_item_id_key" ON "query_batch_items"("batch_id", "client_item_id");

-- AddForeignKey
ALTER TABLE "contexts" ADD CONSTRAINT "contexts_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sources" ADD CONSTRAINT "sources_context_id_fkey" FOREIGN KEY ("context_id") REFERENCES "contexts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removed_sources" ADD CONSTRAINT "removed_sources_context_id_fkey" FOREIGN KEY ("context_id") REFERENCES "contexts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "curations" ADD CONSTRAINT "curations_context_id_fkey" FOREIGN KEY ("context_id") REFERENCES "contexts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_contexts" ADD CONSTRAINT "session_contexts_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_contexts" ADD CONSTRAINT "session_contexts_context_id_fkey" FOREIGN KEY ("context_id") REFERENCES "contexts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queries" ADD CONSTRAINT "queries_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queries" ADD CONSTRAINT "queries_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "query_events" ADD CONSTRAINT "query_events_query_id_fkey" FOREIGN KEY ("query_id") REFERENCES "queries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "steps" ADD CONSTRAINT "steps_query_id_fkey" FOREIGN KEY ("query_id") REFERENCES "queries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "citations" ADD CONSTRAINT "citations_query_id_fkey" FOREIGN KEY ("query_id") REFERENCES "queries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "traces" ADD CONSTRAINT "traces_query_id_fkey" FOREIGN KEY ("query_id") REFERENCES "queries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_query_id_fkey" FOREIGN KEY ("query_id") REFERENCES "queries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "query_batches" ADD CONSTRAINT "query_batches_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "query_batch_items" ADD CONSTRAINT "query_batch_items_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "query_batches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say.

-- One turn in flight a session: the rule itself, not a check before it.
CREATE UNIQUE INDEX "queries_one_in_flight_a_session" ON "queries"("session_id") WHERE "status" = 'in_progress';

-- The turns that are waiting for a worker (no lease) or may have lost theirs.
CREATE INDEX "queries_in_progress_by_lease" ON "queries"("lease_expires_at", "id") WHERE "status" = 'in_progress';

-- One curation at a time brings a context up to date.
CREATE UNIQUE INDEX "curations_one_running_a_context" ON "curations"("context_id") WHERE "status" = 'running';
