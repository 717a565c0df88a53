import { PRINT_STATES } from '@postroom/domain/media/print-state'
import * as z from 'zod'
import { JOB_STATES } from './device-messages.ts'
import { DOCUMENT_TYPES } from './document.ts'
import { endpoint } from './endpoint.ts'

export const printStateSchema = z.enum(PRINT_STATES)

/** One document of a shipment to print, and the newest print of it that a device manager was asked for, if any. */
export const documentPrintSchema = z.object({
  document: z.enum(DOCUMENT_TYPES),
  state: printStateSchema,
  /** How many prints were asked for. The job id of the next one is made from it, so that two pages send the same job. */
  prints: z.int(),
  hub_id: z.uuid().optional(),
  /** What the device manager last reported about the job; absent while it has reported nothing. */
  job_state: z.enum(JOB_STATES).optional(),
  job_id: z.string().optional(),
  /** Why it was not printed: the code of a device error. */
  error_code: z.string().optional(),
})
export type DocumentPrint = z.output<typeof documentPrintSchema>

/** The user has checked that every document came out, or has printed the documents without a device manager. */
export const confirmPrint = endpoint({
  id: 'confirmPrint',
  method: 'PUT',
  path: '/stamp/v1/shipment/{id}/printed',
  summary: 'Mark a bought shipment as printed; a repeated call changes nothing',
  tag: 'shipment',
  auth: 'session',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: z.object({ id: z.uuid(), print_state: printStateSchema }) },
  errors: ['document_gone'],
})
