import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const START_MS = 30_000

/** Who may use the storage: the first owns the buckets, the second none of them. */
export const OWNER = { AWS_ACCESS_KEY_ID: 'BOOKS', AWS_SECRET_ACCESS_KEY: 'the-secret-of-books' }
export const STRANGER = { AWS_ACCESS_KEY_ID: 'STRANGER', AWS_SECRET_ACCESS_KEY: 'the-secret-of-a-stranger' }

/** Ceph's object storage: its S3 gateway before one monitor and one disk in memory. */
export interface RadosGateway {
  endpoint: string
  /** Runs a command of its administration. */
  administer(...words: string[]): Promise<void>
  /** Ends the gateway: nobody reaches the storage. */
  leave(): Promise<void>
  /** Starts it again. What was stored is still there. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

export async function startRadosGateway(): Promise<RadosGateway> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-rados-'))
  const [monitor, port] = [await freePort(), await freePort()]
  const endpoint = `http://127.0.0.1:${port}`
  fs.writeFileSync(path.join(folder, 'ceph.conf'), configuration(folder, monitor, port))
  const env = { ...process.env, CEPH_CONF: path.join(folder, 'ceph.conf') }
  const call = async (program: string, ...words: string[]) => run(program, words, { env, timeout: START_MS })
  const begin = (program: string, ...words: string[]) => spawn(program, words, { env, stdio: 'ignore' })

  const map = path.join(folder, 'monmap')
  for (const file of ['mon', 'osd']) fs.mkdirSync(path.join(folder, file))
  fs.writeFileSync(path.join(folder, 'keyring'), '')
  await call('monmaptool', '--create', '--fsid', FSID, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, map)
  await call('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map)
  const programs = [begin('ceph-mon', '-i', 'a', '-f')]
  await call('ceph', 'osd', 'new', DISK, '0')
  await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', DISK)
  programs.push(begin('ceph-osd', '-i', '0', '-f'))
  const administer = async (...words: string[]) => void (await call('radosgw-admin', ...words))
  for (const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret } of [OWNER, STRANGER])
    await administer(
      'user',
      'create',
      `--uid=${key}`,
      `--display-name=${key}`,
      `--access-key=${key}`,
      `--secret=${secret}`,
    )

  let gateway: ChildProcess | undefined
  const comeBack = async () => {
    gateway = begin('radosgw', '-n', 'client.rgw', '-f')
    await untilAnswered(endpoint)
  }
  const leave = async () => {
    if (gateway) await end(gateway)
    gateway = undefined
  }
  await comeBack()
  return {
    endpoint,
    administer,
    leave,
    comeBack,
    close: async () => {
      await leave()
      await Promise.all(programs.map(end))
      fs.rmSync(folder, { recursive: true })
    },
  }
}

async function end(program: ChildProcess): Promise<void> {
  program.kill('SIGKILL')
  if (program.exitCode === null && program.signalCode === null) await once(program, 'exit')
}

async function untilAnswered(endpoint: string): Promise<void> {
  for (const start = Date.now(); Date.now() - start < START_MS; await sleep(50))
    if (await fetch(endpoint).catch(() => undefined)) return
  throw new Error('The gateway does not start.')
}

const FSID = '6f1b1bfa-4d5e-4d8c-9d51-0f7a2c9b8e10'
const DISK = '0d0f5f8e-51a7-4b0e-8f0a-3f5a52f0a5c1'

/** Without its own authentication it needs no keyrings; with short pauses of the monitor it starts in three seconds. */
const configuration = (folder: string, monitor: number, port: number) => `[global]
fsid = ${FSID}
mon_host = [v2:127.0.0.1:${monitor}/0]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
ms_bind_msgr1 = false
ms_mon_client_mode = crc
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
keyring = ${folder}/keyring
run_dir = ${folder}
admin_socket = ${folder}/$name.asok
pid_file = ${folder}/$name.pid
log_file = ${folder}/$name.log
log_to_stderr = false
mon_data = ${folder}/mon
mon_allow_pool_size_one = true
mon_tick_interval = 1
paxos_propose_interval = 0.02
paxos_min_wait = 0.01
osd_data = ${folder}/osd
osd_objectstore = memstore
osd_heartbeat_interval = 1
osd_crush_chooseleaf_type = 0
crush_location = root=default host=here
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
rgw_frontends = beast tcp_nodelay=1 endpoint=127.0.0.1:${port}
rgw_enable_apis = s3
rgw_enable_gc_threads = false
rgw_enable_lc_threads = false
rgw_run_sync_thread = false
rgw_bucket_quota_ttl = 0
`
