#!/bin/sh
# Lets the standby of compose.yaml connect, and makes it synchronous. The settings are not in the command of
# compose.yaml, because the image would also create the database with them, and wait for the standby.
set -eu
echo 'host replication offlead all scram-sha-256' >> "$PGDATA/pg_hba.conf"
cat >> "$PGDATA/postgresql.conf" << 'END'
max_connections = 200
synchronous_standby_names = 'FIRST 1 (standby)'
wal_retrieve_retry_interval = '500ms'
END
