import fs from 'node:fs'
import { databaseUrl, fileIn, LOGINS, NODES, SERVERS, type Layout, type Login, type Node } from './layout.ts'

/** Writes the files of every program. */
export function writeConfiguration(layout: Layout, binaries: string): void {
  for (const folder of ['log', 'pid']) fs.mkdirSync(fileIn(layout, folder), { recursive: true })
  const files: Record<string, string> = {
    ...Object.fromEntries(NODES.map((node) => [`${node}.yml`, patroni(layout, node, binaries)])),
    'haproxy.cfg': haproxy(layout),
    'pgbouncer.ini': pgbouncer(layout),
    'users.txt': (['app', 'platform'] as const).map((login) => `"${LOGINS[login].join('" "')}"\n`).join(''),
  }
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(fileIn(layout, name), text, { mode: 0o600 })
}

/**
 * `etcd` and not `etcd3`: with it Patroni before 3.0.3 loses acknowledged sales when a leader sleeps longer than `ttl`.
 * `synchronous_mode_strict`: what is acknowledged is on two nodes, or nothing is sold.
 */
const patroni = ({ folder, ports }: Layout, node: Node, binaries: string): string => `scope: postroom
name: ${node}
restapi: { listen: '127.0.0.1:${ports.patroni[node]}', connect_address: '127.0.0.1:${ports.patroni[node]}' }
etcd: { hosts: '127.0.0.1:${ports.etcd}' }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    master_start_timeout: 0
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    synchronous_mode_strict: true
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: { max_connections: 100, shared_buffers: 32MB, wal_keep_size: 256MB, wal_log_hints: 'on' }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
postgresql:
  listen: 127.0.0.1:${ports.postgres[node]}
  connect_address: 127.0.0.1:${ports.postgres[node]}
  data_dir: ${folder}/${node}
  bin_dir: ${binaries}
  pgpass: ${folder}/${node}.pgpass
  authentication:
${(['superuser', 'replication', 'rewind'] as const).map((login) => `    ${login}: ${credentials(login)}\n`).join('')}  basebackup: [{ checkpoint: fast }]
  parameters: { unix_socket_directories: '${folder}' }
  pg_hba: ['host replication replicator 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256']
watchdog: { mode: 'off' }
`

const credentials = (login: Login): string => `{ username: ${LOGINS[login][0]}, password: ${LOGINS[login][1]} }`

const haproxy = ({ ports }: Layout): string => `defaults
  mode tcp
  timeout connect 3s
  timeout check 2s
  timeout client 24h
  timeout server 24h
  option clitcpka
  option srvtcpka
  default-server inter 1s fall 2 rise 1
${database('primary', ports.primary, '/primary', ports)}${database('replica', ports.replica, '/replica?lag=1MB', ports)}
listen web
  bind 127.0.0.1:${ports.web}
  mode http
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
${SERVERS.map((name) => `  server ${name} 127.0.0.1:${ports.servers[name]} check\n`).join('')}`

const database = (name: string, port: number, check: string, ports: Layout['ports']): string => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk OPTIONS ${check}
  http-check expect status 200
  default-server on-marked-down shutdown-sessions
${NODES.map((node) => `  server ${node} 127.0.0.1:${ports.postgres[node]} check port ${ports.patroni[node]}\n`).join('')}`

const pgbouncer = (layout: Layout): string => `[databases]
postroom = host=127.0.0.1 port=${layout.ports.primary}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${layout.ports.pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${fileIn(layout, 'users.txt')}
pool_mode = transaction
default_pool_size = 10
server_login_retry = 1
query_wait_timeout = 10
`

/** The settings of a server process on the cluster. */
export const settingsOnCluster = ({ ports }: Layout, pooled: boolean): Record<string, string> => ({
  DATABASE_URL: databaseUrl(ports.primary, 'owner'),
  DATABASE_APP_URL: databaseUrl(pooled ? ports.pooler : ports.primary, 'app'),
  DATABASE_PLATFORM_URL: databaseUrl(pooled ? ports.pooler : ports.primary, 'platform'),
  DATABASE_POOLER: pooled ? 'transaction' : 'none',
  DATABASE_FOLLOWER_URL: databaseUrl(ports.replica, 'owner'),
})
