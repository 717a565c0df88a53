import { beforeEach, expect, test } from 'vitest'
import { aDeviceStatus, PAIRING } from '../testing/a-device-status.ts'
import { chooseNotices } from './choose-notices.ts'
import { systemLanguage, type NoticeReason } from './desktop-texts.ts'
import { trayState } from './tray-state.ts'

const STARTING = { state: 'starting' } as const
let said: NoticeReason[]
let now: number
beforeEach(() => void ([said, now] = [[], 3_600_000]))
const notices = () =>
  chooseNotices(
    (reason) => said.push(reason),
    () => now,
  )
const printer = (state: 'ready' | 'stopped' | 'offline', id = 'p1') => [{ id, state }] as const

test('a label that needs a look is said once for a whole batch, a printed one never', () => {
  const { job } = notices()
  job({ state: 'printed' })
  for (let labels = 0; labels < 10; labels++) job({ state: 'unknown' })
  expect(said).toEqual(['job_unknown'])
  now += 5 * 60_000 - 1
  job({ state: 'unknown' })
  expect(said).toHaveLength(1)
  now += 1
  job({ state: 'unknown' })
  expect(said).toHaveLength(2)
})

test('a printer that stops is said, one that has stopped before the start or does not answer is not', () => {
  const { printers } = notices()
  printers(printer('stopped'))
  printers(printer('offline'))
  expect(said).toEqual([])
  printers(printer('ready'))
  printers(printer('stopped'))
  printers(printer('stopped'))
  expect(said).toEqual(['printer_stopped'])
  now += 5 * 60_000
  printers(printer('stopped'))
  expect(said).toHaveLength(1)
})

test('the tray says how it is without a name, a title or an address', () => {
  for (const changes of [
    {},
    { isPaused: true },
    { connection: PAIRING },
    { server: undefined, connection: STARTING },
  ]) {
    const status = aDeviceStatus(changes)
    for (const language of ['en', 'fr'] as const) {
      const { lines, needsAttention } = trayState(status, language)
      expect(lines.length).toBeGreaterThan(0)
      for (const secret of ['Reception', 'Aberystwyth', 'post.example', 'ZZ000000', 'K7QM', 'Brother'])
        expect(lines.join()).not.toContain(secret)
      expect(needsAttention).toBe(Object.keys(changes).length > 0)
    }
  }
})

test.each([
  ['fr-FR', 'fr'],
  ['fr-CA', 'fr'],
  ['en-GB', 'en'],
  ['de-DE', 'en'],
])('speaks to a system in %s in %s', (locale, language) => expect(systemLanguage(locale)).toBe(language))
