import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'

/** The most codes of an organisation that are valid at once. */
export const ENROLMENT_CODES_MAX = 20
export const ENROLMENT_DEVICES_MAX = 500
export const ENROLMENT_DAYS_MAX = 30

/**
 * A code with which device managers pair themselves, for computers that an administrator sets up: without the code, which
 * is shown only once.
 */
const enrolmentCodeSchema = z.object({
  id: z.uuid(),
  /** The first characters of the code, by which people recognise it. */
  starts_with: z.string(),
  /** How many device managers it has paired, and how many it may. */
  devices: z.int(),
  devices_max: z.int(),
  expires_at: z.iso.datetime(),
})
export type EnrolmentCode = z.output<typeof enrolmentCodeSchema>

const MANAGING = { tag: 'iot', auth: 'session', permission: 'manage_devices' } as const

export const listEnrolmentCodes = endpoint({
  ...MANAGING,
  id: 'listEnrolmentCodes',
  method: 'GET',
  path: '/iot/v1/enrolment',
  summary: 'The enrolment codes that are still valid, without the codes themselves',
  query: listQuery(['expires_at']),
  responses: { 200: pageOf(enrolmentCodeSchema) },
  errors: [],
})

export const makeEnrolmentCode = endpoint({
  ...MANAGING,
  id: 'makeEnrolmentCode',
  method: 'POST',
  path: '/iot/v1/enrolment',
  summary: 'Make a code with which device managers pair themselves when they are installed; it is shown only now',
  body: z.strictObject({
    devices_max: z.int().min(1).max(ENROLMENT_DEVICES_MAX),
    days: z.int().min(1).max(ENROLMENT_DAYS_MAX),
  }),
  responses: { 200: z.object({ enrolment: enrolmentCodeSchema, code: z.string() }) },
  errors: ['too_many_enrolment_codes'],
})

export const removeEnrolmentCode = endpoint({
  ...MANAGING,
  id: 'removeEnrolmentCode',
  method: 'DELETE',
  path: '/iot/v1/enrolment/{id}',
  summary: 'Withdraw an enrolment code; the device managers that it has paired stay',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: z.object({ id: z.uuid() }) },
  errors: [],
})
