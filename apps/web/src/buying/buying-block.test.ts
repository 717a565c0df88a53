import type { PrintRefusal } from '@postroom/domain/media/printing-rules'
import { expect, it } from 'vitest'
import { buyingBlock } from './buying-block.ts'

const LOADED = { account: {}, balance: { balance: 360 }, isPending: false, isError: false, retry: () => {} }
const AWAY: PrintRefusal = { code: 'device_not_connected', kind: 'mailing' }

it.each<[string, Partial<Parameters<typeof buyingBlock>[0]>, number, PrintRefusal | undefined, string | undefined]>([
  ['the exact balance is enough', {}, 360, undefined, undefined],
  ['one penny short', {}, 361, undefined, 'insufficient_funds'],
  ['an empty balance before there is a price', { balance: { balance: 0 } }, 0, undefined, 'insufficient_funds'],
  ['no account', { account: undefined, balance: undefined }, 0, undefined, 'no_account'],
  ['accounts still loading', { account: undefined, balance: undefined, isPending: true }, 0, undefined, undefined],
  ['a balance that failed to load', { balance: undefined, isError: true }, 0, undefined, 'balance_unknown'],
  ['a failed refresh of a known balance', { isError: true }, 360, undefined, undefined],
  ['no printer', {}, 360, AWAY, 'printing'],
  ['no printer and no money: reports the money first', {}, 361, AWAY, 'insufficient_funds'],
])('%s', (_case, change, total, refusal, code) =>
  expect(buyingBlock({ ...LOADED, ...change }, total, refusal)?.code).toBe(code),
)
