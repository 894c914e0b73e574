#!/bin/sh
# Makes this machine's empty data folder a synchronous standby of the primary. Run as the user postgres, with the
# folder of PostgreSQL's programs in PATH (on Debian /usr/lib/postgresql/17/bin).
# usage: create-standby.sh PRIMARY_HOST DATA_FOLDER
# The primary needs: create role replication with replication login password '...';
# and in pg_hba.conf: hostssl replication replication 10.0.0.0/24 scram-sha-256
set -eu
primary=$1
data=$2
pg_basebackup --dbname="host=$primary user=replication application_name=standby sslmode=require" \
  --pgdata="$data" --wal-method=stream --write-recovery-conf --create-slot --slot=standby --checkpoint=fast --progress
