import type { KeysetState } from '@postroom/hub/pubnub-grants'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { refuseUnsafeKeyset } from './check-keyset.ts'

test.each<[KeysetState, string | undefined, string]>([
  ['guarded', undefined, ''],
  ['unknown', undefined, 'PubNub did not answer'],
  ['open', 'open to everybody. Switch on Access Manager', ''],
  ['refused', 'PubNub refuses its keys', ''],
])('a keyset that is %s', async (state, refusal, warning) => {
  const lines: string[] = []
  const { log } = fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  const pubNub = { check: () => Promise.resolve(state) }
  if (refusal === undefined) await refuseUnsafeKeyset(pubNub, log)
  else await expect(refuseUnsafeKeyset(pubNub, log)).rejects.toThrow(refusal)
  expect(lines.join('')).toContain(warning)
  expect(lines).toHaveLength(warning ? 1 : 0)
})
