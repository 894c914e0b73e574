#!/bin/sh
# Lets the standby of compose.yaml connect.
set -eu
echo 'host replication offlead all scram-sha-256' >> "$PGDATA/pg_hba.conf"
