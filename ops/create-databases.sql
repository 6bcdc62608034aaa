-- Beside the service's own database, at the first start of PostgreSQL.
CREATE DATABASE inngest;
