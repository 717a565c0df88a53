import os from 'node:os'
import path from 'node:path'

/** The nodes of PostgreSQL; one of them leads, two follow. */
export const NODES = ['n1', 'n2', 'n3'] as const
export type Node = (typeof NODES)[number]

/** The server processes that the balancer knows. */
export const SERVERS = ['s1', 's2', 's3'] as const

export interface Layout {
  folder: string
  /** All on 127.0.0.1. */
  ports: ReturnType<typeof portsFrom>
}

export const DEFAULT_FOLDER = path.join(os.tmpdir(), 'postroom-cluster')
export const DEFAULT_PORT = 17_000

/** @param base the first of 50 ports */
export const layoutIn = (folder: string, base: number): Layout => ({
  folder: path.resolve(folder),
  ports: portsFrom(base),
})

const portsFrom = (base: number) => ({
  /** The database, at whichever node leads. */
  primary: base,
  /** Its followers, for reading. */
  replica: base + 1,
  pooler: base + 2,
  /** The web application, at whichever server process is ready. */
  web: base + 3,
  etcd: base + 10,
  etcdPeer: base + 11,
  postgres: numbered(NODES, base + 20),
  patroni: numbered(NODES, base + 30),
  servers: numbered(SERVERS, base + 40),
})

const numbered = <Name extends string>(names: readonly Name[], first: number) =>
  Object.fromEntries(names.map((name, index) => [name, first + index])) as Record<Name, number>

export const fileIn = ({ folder }: Layout, ...parts: string[]): string => path.join(folder, ...parts)

/** Logins of a cluster that is reachable from this machine only, and holds nothing but tests. */
export const LOGINS = {
  superuser: ['postgres', 'super-for-tests'],
  replication: ['replicator', 'replica-for-tests'],
  rewind: ['rewinder', 'rewind-for-tests'],
  owner: ['postroom', 'owner-for-tests'],
  app: ['shop_app', 'app-for-tests'],
  platform: ['shop_platform', 'platform-for-tests'],
} as const
export type Login = keyof typeof LOGINS

/** @param port of the database, its followers or the pooler */
export function databaseUrl(port: number, login: Login, database = 'postroom'): string {
  const [user, password] = LOGINS[login]
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`
}
