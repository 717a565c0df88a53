import { CONTRACT_COLUMNS, CONTRACT_ERRORS, CONTRACT_REMARKS } from '@postroom/domain/tariffs/contract-check'
import { CHANNELS } from '@postroom/domain/tariffs/channels'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'

/** What a carrier has agreed with an account is entered by the operator of the installation, who is invoiced. */
const BY_OPERATOR = { tag: 'carrier', auth: 'session', permission: 'top_up', everyOrganisation: true } as const

/** The maximum number of prices of a contract. The longest published list has half as many. */
export const CONTRACT_PRICES_MAX = 2_000
/** How many days ahead a list may begin. */
export const CONTRACT_DAYS_AHEAD = 400

/** A file of prices for an account, from a day on. */
const WITH_A_FILE = {
  ...BY_OPERATOR,
  params: z.strictObject({ accountId: z.uuid() }),
  query: z.strictObject({
    effective_from: calendarDay.describe('The first posting day with these prices, from 00:00 in London. Not today.'),
  }),
  body: z.string(),
  bodyType: 'csv',
  bodyMaxBytes: 512 * 1024,
} as const
const FILE_ERRORS = ['contract_prices_exist', 'contract_prices_day', 'too_many_lines'] as const

/** What is wrong, or unusual: at a `row` of the file (the header is row 1) and a column, or about the price that is named. */
const findingOf = <const Code extends readonly [string, ...string[]]>(codes: Code) =>
  z.object({
    code: z.enum(codes),
    row: z.int().optional(),
    column: z.enum(CONTRACT_COLUMNS).optional(),
    price: z.string().optional(),
  })

const checkedSchema = z.object({
  /** Up to 100. With one of these the file is not added. */
  errors: z.array(findingOf([...CONTRACT_ERRORS, ...CONTRACT_REMARKS])),
  /** Up to 100 fees that differ within the contract. They may be right. */
  remarks: z.array(findingOf([...CONTRACT_ERRORS, ...CONTRACT_REMARKS])),
  /** Numbers of prices, compared with what the account pays until then. Absent with an error. */
  changes: z
    .object({
      cheaper: z.int(),
      dearer: z.int(),
      same: z.int(),
      added: z.int(),
      not_offered: z.int(),
      /** Services of the contract before it that have published prices again. */
      published_again: z.array(z.enum(SERVICE_CODES)),
    })
    .optional(),
})
export type CheckedContractPrices = z.output<typeof checkedSchema>

const contractSchema = z.object({
  id: z.uuid(),
  organisation_id: z.uuid(),
  organisation: z.string(),
  account_id: z.uuid(),
  /** The name of the account. */
  account: z.string(),
  pricing: z.enum(CHANNELS),
  effective_from: calendarDay,
  state: z.enum(['coming', 'in_force', 'past', 'withdrawn']),
  prices: z.int(),
  /** The services that it prices, or says not to be offered. All others keep their published prices. */
  services: z.array(z.enum(SERVICE_CODES)),
  added_at: z.iso.datetime(),
})
export type ContractPriceList = z.output<typeof contractSchema>

export const checkContractPrices = endpoint({
  ...WITH_A_FILE,
  id: 'checkContractPrices',
  method: 'POST',
  path: '/stamp/v1/carrieraccount/{accountId}/contractprices/check',
  summary: 'Check a CSV file of contract prices and see what it would change. Nothing is stored',
  responses: { 200: checkedSchema },
  errors: FILE_ERRORS,
})

export const addContractPrices = endpoint({
  ...WITH_A_FILE,
  id: 'addContractPrices',
  method: 'POST',
  path: '/stamp/v1/carrieraccount/{accountId}/contractprices',
  summary:
    'Add a CSV file of contract prices, whole or not at all. It follows the list before it and never changes. The same file again answers with the first',
  responses: { 200: contractSchema },
  errors: [...FILE_ERRORS, 'contract_prices_invalid'],
})

export const listContractPrices = endpoint({
  ...BY_OPERATOR,
  id: 'listContractPrices',
  method: 'GET',
  path: '/stamp/v1/contractprices',
  summary: 'The contract price lists of all accounts or of one, the one that begins last first by default',
  query: listQuery(['effective_from']).extend({
    orderAsc: z.enum(['true', 'false']).default('false'),
    account_id: z.uuid().optional(),
  }),
  responses: { 200: pageOf(contractSchema) },
  errors: [],
})

const OF_A_LIST = { ...BY_OPERATOR, params: z.strictObject({ listId: z.uuid() }) } as const

/** The columns of a list as a file: those that are read, and the published price beside each. */
export const CONTRACT_CSV_COLUMNS = [...CONTRACT_COLUMNS, 'published_pence'] as const

export const exportContractPrices = endpoint({
  ...OF_A_LIST,
  id: 'exportContractPrices',
  method: 'GET',
  path: '/stamp/v1/contractprices/{listId}/prices.csv',
  summary:
    'The prices of a contract as a CSV file that can be added again, with the published price of its first day beside each',
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'csv',
  errors: [],
})

export const withdrawContractPrices = endpoint({
  ...OF_A_LIST,
  id: 'withdrawContractPrices',
  method: 'POST',
  path: '/stamp/v1/contractprices/{listId}/withdraw',
  summary: 'Withdraw a list before its first day. From then on the list before it applies again',
  responses: { 200: contractSchema },
  errors: ['contract_prices_begun'],
})
