-- CreateTable
CREATE TABLE "oauth_client_documents" (
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "app_id" TEXT,
    "found" JSONB,
    "found_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "fresh_until" TIMESTAMPTZ(3),
    "approved" JSONB,
    "callback_port" INTEGER,
    "refused_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_client_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_client_requests" (
    "document_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_client_requests_pkey" PRIMARY KEY ("document_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "oauth_client_documents_url_key" ON "oauth_client_documents"("url");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_client_documents_app_id_key" ON "oauth_client_documents"("app_id");

-- CreateIndex
CREATE INDEX "oauth_client_requests_user_id_idx" ON "oauth_client_requests"("user_id");

-- AddForeignKey
ALTER TABLE "oauth_client_documents" ADD CONSTRAINT "oauth_client_documents_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "oauth_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_client_requests" ADD CONSTRAINT "oauth_client_requests_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "oauth_client_documents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_client_requests" ADD CONSTRAINT "oauth_client_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
