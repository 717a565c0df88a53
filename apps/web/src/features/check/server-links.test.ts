import type { i18n } from 'i18next'
import { expect, test } from 'vitest'
import { serverLinks } from './server-links.ts'

const language = {
  t: (key: string, facts = {}) => `${key} ${JSON.stringify(facts)}`,
  language: 'en-GB',
} as unknown as i18n
const ahead = (aheadMs: number) => ({ data: { aheadMs, version: '1.0.0' } })
const linksOf = (answer: object) =>
  serverLinks({ data: undefined, isError: false, isFetching: false, refetch: () => {}, ...answer } as never, language)

test.each([
  ['while the server is asked', {}, 'wait', 'check.asking {}'],
  ['while it does not answer', { isError: true }, 'wait', 'check.after_server {}'],
  ['while it answers no more', { ...ahead(0), isError: true }, 'wait', 'check.after_server {}'],
  ['two minutes ahead', ahead(120_000), 'fine', 'check.clock.fine {"seconds":"120"}'],
  ['two minutes behind', ahead(-120_000), 'fine', 'check.clock.fine {"seconds":"120"}'],
  ['a tenth of a second off', ahead(140), 'fine', 'check.clock.fine {"seconds":"0.1"}'],
  ['further ahead', ahead(120_001), 'bad', 'check.clock.ahead {"count":2}'],
  ['further behind', ahead(-210_000), 'bad', 'check.clock.behind {"count":4}'],
])('the clock %s', (_when, answer, state, words) => {
  const [clock] = linksOf(answer)
  expect(clock).toMatchObject({ id: 'clock', state, words, facts: words })
  expect(clock?.state === 'bad').toBe('remedy' in clock!)
})

test.each([
  ['that is asked', {}, 'wait'],
  ['that does not answer', { isError: true }, 'bad'],
  ['that answers no more', { ...ahead(0), isError: true }, 'bad'],
  ['that answers', ahead(0), 'fine'],
])('a server %s', (_what, answer, state) => expect(linksOf(answer)[1]).toMatchObject({ id: 'server', state }))
