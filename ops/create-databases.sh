#!/bin/sh
# Runs once, when PostgreSQL makes its data. The role of the service owns its databases and is no superuser.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$SERVICE_PASSWORD" --username postgres --dbname postgres <<'SQL'
CREATE ROLE svc LOGIN CREATEDB PASSWORD :'password';
CREATE DATABASE svc OWNER svc;
CREATE DATABASE inngest OWNER svc;
SQL
