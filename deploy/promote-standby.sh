#!/bin/sh
# Makes this machine's standby the primary. Run as the user postgres, after making sure that the old primary cannot
# come back.
# usage: promote-standby.sh DATA_FOLDER
# Then, only if the standby was not synchronous and may lack acknowledged changes, on a node:
#   DATABASE_URL=postgres://offlead@10.0.0.22:5432/offlead node scripts/restore.ts --promoted
# Then let the address of each node lead here (haproxy-database.cfg; exchange 'disabled' in the file as well):
#   echo 'disable server database/primary; shutdown sessions server database/primary; enable server database/standby' |
#     socat stdio /run/haproxy/database.sock
set -eu
data=$1
pg_ctl promote --pgdata="$data" --wait
# There is no standby now, so a commit must not wait for one. Once there is: 'alter system reset …'.
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres \
  --command="alter system set synchronous_standby_names = ''" --command='select pg_reload_conf()' > /dev/null
