import * as z from 'zod'
import { JOB_STATES } from './device-messages.ts'
import { DOCUMENT_TYPES } from './document.ts'
import { endpoint } from './endpoint.ts'

const OF_A_SHIPMENT = {
  method: 'GET',
  tag: 'shipment',
  auth: 'session',
  params: z.strictObject({ id: z.uuid() }),
  errors: [],
} as const

const printedSchema = z.object({
  document: z.enum(DOCUMENT_TYPES),
  at: z.iso.datetime(),
  /** The workstation; absent when it was unpaired since. */
  place: z.string().optional(),
  /** The user; absent when they were erased. */
  by: z.string().optional(),
  /** What the device manager last reported; absent while it has reported nothing. */
  state: z.enum(JOB_STATES).optional(),
  error_code: z.string().optional(),
})
export type Printed = z.output<typeof printedSchema>

export const listPrinted = endpoint({
  ...OF_A_SHIPMENT,
  id: 'listPrinted',
  path: '/stamp/v1/shipment/{id}/prints',
  summary: 'When, where and by whom each document of a shipment was printed, oldest first',
  responses: { 200: z.object({ data: z.array(printedSchema) }) },
})

export const downloadEvidence = endpoint({
  ...OF_A_SHIPMENT,
  id: 'downloadEvidence',
  path: '/stamp/v1/shipment/{id}/evidence.pdf',
  summary:
    'What was declared, charged, printed and scanned of a shipment as a PDF, to contest a surcharge. Gone once it was taken back',
  responses: { 200: z.instanceof(Uint8Array) },
  answerType: 'pdf',
  errors: ['document_gone'],
})
