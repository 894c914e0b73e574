#!/bin/sh
# Makes this machine's standby the primary. Run as the user postgres, after making sure that the old primary cannot
# come back.
# usage: promote-standby.sh
# Then, only if the standby was not synchronous and may lack acknowledged changes, on a node:
#   DATABASE_URL=postgres://offlead@10.0.0.22:5432/offlead node scripts/restore.ts --promoted
# Then let the address of each node lead here (haproxy-database.cfg; exchange 'disabled' in the file as well):
#   echo 'disable server database/primary; shutdown sessions server database/primary; enable server database/standby' |
#     socat stdio /run/haproxy/database.sock
set -eu
query() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname=postgres --command="$1"
}
promoted=$(query 'select pg_promote()')
if [ "$promoted" != t ]; then
  echo 'The standby was not promoted within 60 seconds. Its log says why.' >&2
  exit 1
fi
# There is no standby now, so a commit must not wait for one. Once there is: 'alter system reset …'.
query "alter system set synchronous_standby_names = ''"
query 'select pg_reload_conf()' > /dev/null
