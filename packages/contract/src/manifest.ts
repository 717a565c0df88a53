import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'

/** Common to all calls of this file: the mailroom, and one account of its organisation. @see spec §6 */
const MAILROOM = { tag: 'carrier', auth: 'session', permission: 'mod_mailing' } as const
const OF_AN_ACCOUNT = { ...MAILROOM, params: z.strictObject({ accountId: z.uuid() }) } as const
const OF_ONE = { ...MAILROOM, params: z.strictObject({ accountId: z.uuid(), manifestId: z.uuid() }) } as const
const PATH = '/stamp/v1/carrieraccount/{accountId}/manifest'

/**
 * The carrier's list of what was handed over. `asked`: the carrier is being asked. `pending`: it is making it. `failed`: there
 * is none, for `reason`. `unknown`: its answer was lost; the next manifest takes whatever this one did not.
 */
const manifestSchema = z.object({
  id: z.uuid(),
  asked_at: z.iso.datetime(),
  state: z.enum(['asked', 'pending', 'made', 'failed', 'unknown']),
  /** The carrier's. */
  number: z.string().optional(),
  reason: z.string().optional(),
})
export type Manifest = z.output<typeof manifestSchema>

export const listManifests = endpoint({
  ...OF_AN_ACCOUNT,
  id: 'listManifests',
  method: 'GET',
  path: PATH,
  summary: 'The manifests of an account; `waiting` counts what was bought since the last one',
  query: listQuery(['asked_at']),
  responses: {
    200: pageOf(manifestSchema).extend({
      /** Whether the carrier of the account wants manifests. */
      is_wanted: z.boolean(),
      waiting: z.int().min(0),
    }),
  },
  errors: [],
})

export const makeManifest = endpoint({
  ...OF_AN_ACCOUNT,
  id: 'makeManifest',
  method: 'POST',
  path: PATH,
  summary:
    'End the day: ask the carrier for a manifest of all that is on none yet. While one is being made, it is returned',
  responses: { 200: manifestSchema },
  errors: ['manifest_not_wanted', 'too_many_requests'],
})

export const retryManifest = endpoint({
  ...OF_ONE,
  id: 'retryManifest',
  method: 'POST',
  path: `${PATH}/{manifestId}/retry`,
  summary: 'Ask the carrier to make a manifest that failed again; any other is returned as it is',
  responses: { 200: manifestSchema },
  errors: ['manifest_not_wanted', 'too_many_requests'],
})

export const downloadManifest = endpoint({
  ...OF_ONE,
  id: 'downloadManifest',
  method: 'GET',
  path: `${PATH}/{manifestId}/pdf`,
  summary: 'A manifest as the carrier drew it, to be handed over with the items',
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'pdf',
  errors: [],
})
