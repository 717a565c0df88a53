import { setTimeout as sleep } from 'node:timers/promises'
import { followersOf, leaderOf, switchOver } from './cluster.ts'
import type { Layout } from './layout.ts'
import { freeze, kill, killPostgres, launch } from './programs.ts'
import type { Servers } from './servers.ts'

/** What may happen to a cluster while it sells, and its end. */
export interface Event {
  name: string
  act(layout: Layout, servers: Servers): Promise<void> | void
}

const AWAY_MS = 20_000
/** Longer than `ttl`, in which a leader must have renewed its lead. */
const BEYOND_TTL_MS = 40_000

export const EVENTS: readonly Event[] = [
  {
    name: 'the leader loses power, and comes back',
    act: async (layout) => {
      const leader = await leaderOf(layout)
      kill(layout, leader)
      await sleep(AWAY_MS)
      launch(layout, leader)
    },
  },
  {
    name: 'PostgreSQL of the leader is killed',
    act: async (layout) => killPostgres(layout, await leaderOf(layout)),
  },
  {
    name: 'another node is made the leader',
    act: (layout) => void switchOver(layout),
  },
  {
    name: 'etcd is away for 40 s',
    act: async (layout) => {
      kill(layout, 'etcd')
      await sleep(BEYOND_TTL_MS)
      launch(layout, 'etcd')
    },
  },
  {
    name: 'both followers lose power for 20 s',
    act: async (layout) => {
      const followers = await followersOf(layout)
      for (const node of followers) kill(layout, node)
      await sleep(AWAY_MS)
      for (const node of followers) launch(layout, node)
    },
  },
  {
    name: 'the leader is frozen for 40 s, and wakes',
    act: async (layout) => {
      const leader = await leaderOf(layout)
      freeze(layout, leader, 'SIGSTOP')
      await sleep(BEYOND_TTL_MS)
      freeze(layout, leader, 'SIGCONT')
    },
  },
  {
    name: 'a server process is killed, and started again',
    act: async (_layout, servers) => {
      await servers.kill('s1')
      await sleep(2_000)
      await servers.start('s1')
    },
  },
  {
    name: 'the balancer before the database is killed, and started again',
    act: async (layout) => {
      kill(layout, 'haproxy')
      await sleep(2_000)
      launch(layout, 'haproxy')
    },
  },
]

/** Only where the servers go through the pooler. */
export const POOLER_EVENTS: readonly Event[] = [
  {
    name: 'the pooler is killed, and started again',
    act: async (layout) => {
      kill(layout, 'pgbouncer')
      await sleep(2_000)
      launch(layout, 'pgbouncer')
    },
  },
]
