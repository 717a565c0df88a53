import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldCode } from './field-errors.ts'
import { bytesOf, jsonWithin } from './json-depth.ts'
import { singleLine } from './single-line.ts'

const DRAFT_DEPTH_MAX = 8
const DRAFT_BYTES_MAX = 64 * 1024
/** How many drafts a user has of one form, at most: the oldest is deleted first. */
export const DRAFTS_MAX = 10

const formName = z.string().regex(/^[a-z-]{1,32}$/)

const draftFields = {
  /** The form it belongs to, such as `shipping-single`. */
  form: formName,
  /** What the user recognises it by, such as the addressee. May be empty. */
  label: singleLine(160),
  /** The values of the form: any JSON of at most 64 KiB, nested at most eight deep. The server only stores them. */
  values: jsonWithin(DRAFT_DEPTH_MAX).refine((values) => bytesOf(JSON.stringify(values)) <= DRAFT_BYTES_MAX, {
    params: fieldCode('too_big'),
  }),
}

/** What a user has typed into a form and not sent yet. */
const draftSchema = z.object({ id: z.uuid(), ...draftFields, saved_at: z.iso.datetime() })
export type Draft = z.output<typeof draftSchema>

const declared = { tag: 'identity', auth: 'session', errors: [] } as const
const params = z.strictObject({ draft: z.uuid() })

export const listDrafts = endpoint({
  ...declared,
  id: 'listDrafts',
  method: 'GET',
  path: '/identity/v1/user/draft',
  summary: "The signed-in user's drafts of a form, newest first",
  query: z.strictObject({ form: formName }),
  responses: { 200: z.object({ data: z.array(draftSchema) }) },
})

export const saveDraft = endpoint({
  ...declared,
  id: 'saveDraft',
  method: 'PUT',
  path: '/identity/v1/user/draft/{draft}',
  summary: 'Save a draft under an id that the caller made, replacing what was saved under it',
  params,
  body: z.strictObject(draftFields),
  responses: { 200: z.object({ id: z.uuid(), saved_at: z.iso.datetime() }) },
})

export const deleteDraft = endpoint({
  ...declared,
  id: 'deleteDraft',
  method: 'DELETE',
  path: '/identity/v1/user/draft/{draft}',
  summary: 'Delete a draft, if it is still there',
  params,
  responses: { 200: z.object({ id: z.uuid() }) },
})
