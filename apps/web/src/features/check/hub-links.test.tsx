import { expect, it, vi } from 'vitest'
import { withoutConnection, type Device } from '../../device/device-connector.tsx'
import { i18next } from '../../i18n.ts'
import { hubLinks, type HubParts } from './hub-links.ts'

const hub = { id: 'hub-1', alias: 'Front desk', com: 'embedded' } as NonNullable<Device['hub']>
const reconnect = vi.fn<() => void>()
const refetch = vi.fn<HubParts['ping']['refetch']>()
const linksOf = (device: Partial<Device>, ping: Partial<HubParts['ping']> = {}) => {
  const answer = { data: undefined, isError: false, isFetching: false, refetch, ...ping }
  return hubLinks({ device: { ...withoutConnection(hub), ...device }, ping: answer, reconnect }, i18next)
}
const NOON = Date.parse('2026-11-25T12:00:00Z')

it.each<[Partial<Device>, object]>([
  [{ lineSince: NOON }, { state: 'fine', words: 'open since 12:00', facts: 'open since 12:00' }],
  [{ lineSince: NOON, state: 'not_connected' }, { state: 'fine' }],
  [
    { hub: undefined, state: 'no_hub' },
    { state: 'wait', words: 'asked when a device manager is paired' },
  ],
  [{ state: 'connecting' }, { state: 'wait', words: 'being asked now', facts: 'being asked now' }],
  [{ state: 'not_connected' }, { state: 'bad', words: /^This page has no connection to the hub/, fault: 'Closed' }],
  [{ state: 'denied' }, { state: 'bad', words: /^The hub no longer accepts/, fault: 'Closed' }],
])('the line of %o is %o', (device, { words, ...link }: { words?: string | RegExp }) => {
  const [line] = linksOf(device)
  expect(line).toMatchObject({ id: 'line', name: 'Live line', ...link })
  expect(line?.words).toMatch(words ?? '')
  const remedy = { words: 'Open the line again', act: reconnect }
  expect(line?.remedy).toEqual(line?.state === 'bad' ? remedy : undefined)
})

it.each<[Partial<Device>, Partial<HubParts['ping']>, object]>([
  [{}, { data: 3 }, { state: 'wait', words: 'asked when the live line is open' }],
  [{ hub: undefined, lineSince: NOON }, { data: 3 }, { state: 'wait', words: 'asked when the live line is open' }],
  [{ lineSince: NOON }, {}, { state: 'wait', words: 'being asked now', facts: 'being asked now' }],
  [{ lineSince: NOON }, { data: 12.6 }, { state: 'fine', words: 'In the server, answers in 13 ms' }],
  [{ lineSince: NOON }, { data: 0.2 }, { state: 'fine', words: 'In the server, answers in 1 ms' }],
  [{ lineSince: NOON, hub: { ...hub, com: 'pubnub' } }, { data: 2 }, { words: 'PubNub, answers in 2 ms' }],
  [{ lineSince: NOON }, { isError: true }, { state: 'bad', fault: 'No answer' }],
  [{ lineSince: NOON }, { isError: true, data: 5 }, { state: 'bad', fault: 'No answer' }],
])('the hub of %o that answers %o is %o', (device, ping, link) => {
  expect(linksOf(device, ping)[1]).toMatchObject({ id: 'hub', name: 'Hub', ...link })
})

it('asks the hub again, once at a time', () => {
  const remedy = linksOf({ lineSince: NOON }, { isError: true, isFetching: true })[1]?.remedy
  expect(remedy).toMatchObject({ words: 'Ask the hub again', isPending: true })
  if (remedy && 'act' in remedy) remedy.act()
  expect(refetch).toHaveBeenCalledOnce()
})
