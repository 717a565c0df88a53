import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** What is deleted after a time. Names people read are `administration.kept.{kind}`. */
export const KEPT_KINDS = ['people', 'manual', 'tests', 'pending', 'batches', 'drafts', 'addresses', 'notices'] as const

export type KeptKind = (typeof KEPT_KINDS)[number]

export const getRetention = endpoint({
  id: 'getRetention',
  method: 'GET',
  path: '/identity/v1/organisation/retention',
  summary: 'How long personal data is kept, in days. Purchases, ledger and audit log stay as evidence',
  tag: 'identity',
  auth: 'session',
  permission: 'administration',
  responses: { 200: z.object({ data: z.array(z.object({ kind: z.enum(KEPT_KINDS), days: z.int() })) }) },
  errors: [],
})
