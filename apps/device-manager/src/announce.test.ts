import { afterEach, expect, test, vi } from 'vitest'
import { announce } from './announce.ts'
import type { ConnectionState } from './connection/keep-connected.ts'

afterEach(() => vi.restoreAllMocks())
const PAIRED = { alias: 'Front desk', organisation: 'Aberystwyth Books', documents_url: '' }

test.each<[ConnectionState, RegExp]>([
  [{ state: 'pairing', code: 'K7QM-2XWP' }, /^Not paired yet\. .* enter this code: K7QM-2XWP\n$/],
  [{ state: 'unreachable', problem: 'refused' }, /server.*\. .+\.\n$/is],
  [{ state: 'clock_wrong' }, /clock.*\n$/i],
  [{ state: 'no_pubnub', ...PAIRED }, /PubNub.*\n$/],
  [{ state: 'connected', ...PAIRED }, /^Connected as Front desk \(Aberystwyth Books\)\n$/],
  [{ state: 'connecting', ...PAIRED }, /^Reconnecting\.\n$/],
])('says one line for %j', (state, line) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  announce(state)
  expect(write).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(line))
})

test('says nothing while it starts', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  announce({ state: 'starting' })
  expect(write).not.toHaveBeenCalled()
})
