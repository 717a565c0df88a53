import { lookUpAddress } from '@postroom/contract/address-calls'
import { getAttention } from '@postroom/contract/attention'
import { listOptions } from '@postroom/contract/carrier'
import type { Endpoint } from '@postroom/contract/endpoint'
import { listGoods, searchHsCodes } from '@postroom/contract/goods'
import { listHubs } from '@postroom/contract/hub'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { getOrganisationSettings } from '@postroom/contract/organisation-settings'
import { listReturnServices } from '@postroom/contract/return-label'
import { getShipment } from '@postroom/contract/shipment'
import { listCostCenters, listReferenceFields } from '@postroom/contract/shipment-references'
import { searchShipments } from '@postroom/contract/shipment-search'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { beforeEach, expect, it, vi } from 'vitest'
import { foundQuery, lookupQuery } from './addresses/lookup-queries.ts'
import { queryClient } from './api/query-client.ts'
import { attentionQuery } from './attention/attention-query.ts'
import { goodsQuery, hsQuery } from './customs/goods-queries.ts'
import { hubsQuery } from './device/device-queries.ts'
import { costCentersQuery, referenceFieldsQuery } from './facts-line/facts-queries.ts'
import { lastSenderQuery, optionsQuery, shippersQuery } from './item-form/item-form-queries.ts'
import { shipmentQuery } from './item-form/send-again.ts'
import { settingsQuery } from './mailing/use-mailing.ts'
import { returnServicesQuery } from './return-services.ts'
import { colleaguesQuery } from './session/colleagues-query.ts'
import { permissionQuery } from './session/module-guard.tsx'
import { saveSession } from './session/session-store.ts'
import { aShipment } from './testing/a-shipment.ts'
import { USER } from './testing/a-user.ts'
import { account, NO_ATTENTION, pageOf } from './testing/answers.ts'
import { Refusal, server } from './testing/fake-server.ts'
import { pass } from './testing/moved-clock.ts'
import { openToast } from './ui/toast-queue.ts'

interface Row {
  what: string
  endpoint: Endpoint
  answer: unknown
  /** What a change of it invalidates. */
  noun: string
  /** The whole of what is asked; `other` where the same is asked about something else. */
  ask: (other?: boolean) => Promise<unknown>
  /** For how many seconds the answer is not asked for again. */
  keptS: number
  /** Set where a failure is not announced. */
  isQuiet?: boolean
  /** How often an answer of the server's own failure is asked for; three times unless given. */
  attempts?: number
  /** The query string of the request. */
  asked?: object
}

const { id } = aShipment()
const OTHER_ID = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01'
const kept = { gcTime: Infinity } as const
const USUALLY_S = 10
const ALWAYS_S = 30_000_000
/** Words are searched after a pause. */
const PAUSE_S = 0.2
const ADDRESS = {
  id: '',
  text: 'NW1 8LH, London',
  address1: '',
  address2: '',
  address3: '',
  city: 'London',
  state_province: '',
  postal_code: 'NW1 8LH',
  country: 'GB',
}

const ROWS: Row[] = [
  {
    what: 'what needs attention',
    endpoint: getAttention,
    answer: NO_ATTENTION,
    noun: 'attention',
    ask: () => queryClient.fetchQuery({ ...attentionQuery(), ...kept }),
    keptS: 1,
    isQuiet: true,
  },
  {
    what: 'the return services of an account',
    endpoint: listReturnServices,
    answer: { data: [], is_offered: false },
    noun: 'return services',
    ask: (other) => queryClient.fetchQuery({ ...returnServicesQuery(other ? OTHER_ID : account.id), ...kept }),
    keptS: 600,
    isQuiet: true,
  },
  {
    what: 'the colleagues',
    endpoint: listColleagues,
    answer: { data: [] },
    noun: 'colleagues',
    ask: () => queryClient.fetchQuery({ ...colleaguesQuery(), ...kept }),
    keptS: 300,
    isQuiet: true,
  },
  {
    what: 'what the user may do',
    endpoint: getPermission,
    answer: { permissions: [], roles: [], products: [], custom_data: {} },
    noun: 'permission',
    ask: () => queryClient.fetchQuery({ ...permissionQuery(), ...kept }),
    keptS: 300,
  },
  {
    what: 'the goods',
    endpoint: listGoods,
    answer: { data: [] },
    noun: 'goods',
    ask: () => queryClient.fetchQuery({ ...goodsQuery, ...kept }),
    keptS: 30,
    isQuiet: true,
  },
  {
    what: 'the customs codes of some words',
    endpoint: searchHsCodes,
    answer: { data: [] },
    noun: 'hs codes',
    ask: (other) => queryClient.fetchQuery({ ...hsQuery(other ? 'ring' : 'book'), ...kept }),
    keptS: ALWAYS_S,
    isQuiet: true,
    asked: { q: 'book' },
  },
  {
    what: 'the places of a postcode',
    endpoint: lookUpAddress,
    answer: { data: [ADDRESS] },
    noun: 'address look-up',
    ask: (other) => queryClient.fetchQuery({ ...lookupQuery(other ? 'IM' : 'GB', 'nw18lh'), ...kept }),
    keptS: ALWAYS_S,
    isQuiet: true,
    attempts: 1,
    asked: { country: 'GB', postal_code: 'NW1 8LH' },
  },
  {
    what: 'the whole of a found address',
    endpoint: lookUpAddress,
    answer: { data: [ADDRESS] },
    noun: 'found address',
    ask: (other) => queryClient.fetchQuery({ ...foundQuery('GB', other ? '8' : '7'), ...kept }),
    keptS: ALWAYS_S,
    asked: { country: 'GB', id: '7' },
  },
  {
    what: 'the cost centres in use',
    endpoint: listCostCenters,
    answer: pageOf([]),
    noun: 'cost_centers',
    ask: () => queryClient.fetchQuery({ ...costCentersQuery(), ...kept }),
    keptS: USUALLY_S,
    asked: { length: 100, is_active: 'true', orderBy: 'name' },
  },
  {
    what: 'the rules for references',
    endpoint: listReferenceFields,
    answer: { data: [], archived: [], version: '' },
    noun: 'reference_fields',
    ask: () => queryClient.fetchQuery({ ...referenceFieldsQuery(), ...kept }),
    keptS: USUALLY_S,
  },
  {
    what: 'the options to a country',
    endpoint: listOptions,
    answer: { data: [] },
    noun: 'options',
    ask: (other) => queryClient.fetchQuery({ ...optionsQuery(other ? 'FR' : 'GB'), ...kept }),
    keptS: ALWAYS_S,
    asked: { destination: 'GB' },
  },
  {
    what: 'the last sender',
    endpoint: searchShipments,
    answer: pageOf([]),
    noun: 'shipments',
    ask: () => queryClient.fetchQuery({ ...lastSenderQuery(), ...kept }),
    keptS: USUALLY_S,
    asked: { length: 1 },
  },
  {
    what: 'the saved senders',
    endpoint: listShippers,
    answer: pageOf([]),
    noun: 'shippers',
    ask: () => queryClient.fetchQuery({ ...shippersQuery(), ...kept }),
    keptS: USUALLY_S,
    asked: { length: 100 },
  },
  {
    what: 'a shipment',
    endpoint: getShipment,
    answer: aShipment(),
    noun: 'shipments',
    ask: (other) => queryClient.fetchQuery({ ...shipmentQuery(other ? OTHER_ID : id), ...kept }),
    keptS: USUALLY_S,
  },
  {
    what: 'the settings of the office',
    endpoint: getOrganisationSettings,
    answer: {},
    noun: 'organisation_settings',
    ask: () => queryClient.fetchQuery({ ...settingsQuery(), ...kept }),
    keptS: USUALLY_S,
    isQuiet: true,
  },
  {
    what: 'the device managers',
    endpoint: listHubs,
    answer: pageOf([]),
    noun: 'hubs',
    ask: () => queryClient.fetchQuery({ ...hubsQuery(), ...kept }),
    keptS: 120,
    asked: { length: 100 },
  },
]

beforeEach(() => saveSession(USER))
const answering = ({ endpoint, answer }: Row) => server.on(endpoint, () => answer as never)

it.each(ROWS)('$what: the answer is kept for $keptS seconds, and until it is changed', async (row) => {
  const { ask, keptS, noun, asked } = row
  const calls = answering(row)
  vi.useFakeTimers()
  const times = async () => {
    const asking = ask()
    await pass(PAUSE_S)
    await asking
    return calls.length
  }
  expect(await times()).toBe(1)
  if (asked) expect(calls[0]?.query).toMatchObject(asked)
  await pass(keptS * 0.9 - PAUSE_S)
  expect(await times()).toBe(1)
  if (keptS < ALWAYS_S) {
    await pass(keptS * 0.2)
    expect(await times()).toBe(2)
  }
  const before = calls.length
  await queryClient.invalidateQueries({ queryKey: [noun] })
  expect(await times()).toBe(before + 1)
})

it.each(ROWS)('$what: a failure is announced unless it is quiet', async (row) => {
  const { endpoint, ask, isQuiet = false, attempts = 3 } = row
  const calls = server.on(endpoint, () => new Refusal('internal_error'))
  await expect(ask()).rejects.toThrow()
  expect(openToast() === undefined).toBe(isQuiet)
  expect(calls).toHaveLength(attempts)
})

it.each(ROWS.filter(({ ask }) => ask.length > 0))('$what: something else is asked anew', async (row) => {
  const calls = answering(row)
  await row.ask()
  await row.ask(true)
  expect(calls).toHaveLength(2)
})
