-- CreateTable
CREATE TABLE "search_blocks" (
    "kind" TEXT NOT NULL,
    "last" TEXT NOT NULL,
    "after" TEXT NOT NULL,
    "words" tsvector,

    CONSTRAINT "search_blocks_pkey" PRIMARY KEY ("kind","last")
);

-- CreateIndex: Prisma cannot say that the background job, and not the next search, merges new words into the index.
CREATE INDEX "search_blocks_words_idx" ON "search_blocks" USING GIN ("words") WITH (fastupdate = off);

-- CreateIndex
CREATE INDEX "search_blocks_without_words" ON "search_blocks"("kind", "last") WHERE (words IS NULL);

-- No verb can forget an edit or a deletion, and texts that go with their room take their words along.
CREATE FUNCTION forget_words() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
DECLARE
  place text := substr(OLD.id, length(TG_ARGV[0]) + 2);
BEGIN
  UPDATE search_blocks SET words = NULL
  WHERE kind = TG_ARGV[0] AND after < place AND words IS NOT NULL
    AND last = (SELECT b.last FROM search_blocks b WHERE b.kind = TG_ARGV[0] AND b.last >= place ORDER BY b.last LIMIT 1);
  RETURN NULL;
END $$;

CREATE TRIGGER forget_edited AFTER UPDATE OF body ON messages FOR EACH ROW WHEN (OLD.body <> NEW.body) EXECUTE FUNCTION forget_words('msg');
CREATE TRIGGER forget_deleted AFTER DELETE ON messages FOR EACH ROW EXECUTE FUNCTION forget_words('msg');
CREATE TRIGGER forget_edited AFTER UPDATE OF body ON record_comments FOR EACH ROW WHEN (OLD.body <> NEW.body) EXECUTE FUNCTION forget_words('cmt');
CREATE TRIGGER forget_deleted AFTER DELETE ON record_comments FOR EACH ROW EXECUTE FUNCTION forget_words('cmt');
CREATE TRIGGER forget_edited AFTER UPDATE OF title, content ON records FOR EACH ROW
    WHEN ((OLD.title, OLD.content) IS DISTINCT FROM (NEW.title, NEW.content)) EXECUTE FUNCTION forget_words('rec');
CREATE TRIGGER forget_deleted AFTER DELETE ON records FOR EACH ROW EXECUTE FUNCTION forget_words('rec');
CREATE TRIGGER forget_edited AFTER UPDATE OF title, description ON tasks FOR EACH ROW
    WHEN ((OLD.title, OLD.description) IS DISTINCT FROM (NEW.title, NEW.description)) EXECUTE FUNCTION forget_words('task');
CREATE TRIGGER forget_deleted AFTER DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION forget_words('task');
CREATE TRIGGER forget_deleted AFTER DELETE ON files FOR EACH ROW EXECUTE FUNCTION forget_words('file');
