import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Common to all calls of this file: a manager, and one account of their organisation. @see spec §6 */
const MANAGING = {
  tag: 'carrier',
  auth: 'session',
  permission: 'administration',
  params: z.strictObject({ accountId: z.uuid() }),
} as const
const PATH = '/stamp/v1/carrieraccount/{accountId}/connection'

/**
 * How an account is connected to its carrier. `not_needed`: its carrier sells to everybody. `asks` is what it is connected with:
 * an API key, or a login. `prints_labels` is absent until the carrier has said it. The key itself is never returned.
 */
const carrierConnectionSchema = z.object({
  state: z.enum(['not_needed', 'not_connected', 'connected']),
  asks: z.enum(['api_key', 'login']).optional(),
  since: z.iso.datetime().optional(),
  prints_labels: z.boolean().optional(),
})
export type CarrierConnection = z.output<typeof carrierConnectionSchema>

/**
 * What the carrier answered to a call that buys nothing. `refused`: it does not accept the key, for `reason`. `no_answer`:
 * whether it accepts the key is not known. `prints_labels` is absent when the carrier did not say.
 */
const connectionTestSchema = z.object({
  result: z.enum(['connected', 'refused', 'no_answer', 'not_connected']),
  release: z.string().optional(),
  prints_labels: z.boolean().optional(),
  reason: z.string().optional(),
})
export type ConnectionTest = z.output<typeof connectionTestSchema>

/** Only printable ASCII: it is sent in a header. */
const inHeader = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^[ -~]+$/)
    .max(max)

/** What an account buys with: a key or a login, whichever its carrier asks for. */
const carrierKeySchema = z
  .strictObject({
    api_key: z
      .string()
      .trim()
      .regex(/^[!-~]{1,500}$/)
      .optional(),
    login: z
      .strictObject({
        username: inHeader(100),
        password: inHeader(100),
        /** Where the account hands its post over, as Royal Mail numbers it. */
        posting_location: z
          .string()
          .trim()
          .regex(/^\d{10}$/),
      })
      .optional(),
  })
  .refine(({ api_key, login }) => api_key !== undefined || login !== undefined, { path: ['api_key'] })
export type CarrierKey = z.output<typeof carrierKeySchema>

export const getCarrierConnection = endpoint({
  ...MANAGING,
  id: 'getCarrierConnection',
  method: 'GET',
  path: PATH,
  summary: 'Whether an account is connected to its carrier with a key of its own',
  responses: { 200: carrierConnectionSchema },
  errors: [],
})

export const connectCarrierAccount = endpoint({
  ...MANAGING,
  id: 'connectCarrierAccount',
  method: 'PUT',
  path: PATH,
  summary: 'Buy with this key from now on, once the carrier has accepted it; otherwise nothing changes',
  body: carrierKeySchema,
  responses: { 200: connectionTestSchema },
  errors: ['carrier_without_keys', 'too_many_requests'],
})

export const testCarrierConnection = endpoint({
  ...MANAGING,
  id: 'testCarrierConnection',
  method: 'POST',
  path: `${PATH}/test`,
  summary: 'Call the carrier with the key of the account, and buy nothing',
  responses: { 200: connectionTestSchema },
  errors: ['carrier_without_keys', 'too_many_requests'],
})

export const disconnectCarrierAccount = endpoint({
  ...MANAGING,
  id: 'disconnectCarrierAccount',
  method: 'DELETE',
  path: PATH,
  summary: 'Buy nothing more with the key of the account; what was bought with it can still be voided',
  responses: { 200: carrierConnectionSchema },
  errors: ['carrier_without_keys'],
})
