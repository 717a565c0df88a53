import { errorBodySchema } from '@postroom/contract/errors'
import { expect, it } from 'vitest'
import { errorBodyIn } from './error-body.ts'

const BODY = { code: 'field_invalid', description: 'No.' }
const FIELD = { field: 'to.name', code: 'required', message: 'Missing.' }

it.each([
  BODY,
  { ...BODY, request_id: 'r', fields: [FIELD], details: { total_charge: 330, currency: 'GBP' } },
  { ...BODY, fields: [], details: {} },
  { ...BODY, fields: [{ ...FIELD, details: { character: 'U+202E', position: 3 } }] },
  { ...BODY, later: 'a field that a newer server adds' },
  { ...BODY, code: 7 },
  { ...BODY, description: undefined },
  { ...BODY, request_id: null },
  { ...BODY, fields: {} },
  { ...BODY, fields: [null] },
  { ...BODY, fields: [{ ...FIELD, field: 1 }] },
  { ...BODY, fields: [{ ...FIELD, code: 'unheard_of' }] },
  { ...BODY, fields: [{ ...FIELD, message: undefined }] },
  { ...BODY, fields: [{ ...FIELD, details: { character: 'x' } }] },
  { ...BODY, fields: [{ ...FIELD, details: { character: 'x', position: 1.5 } }] },
  { ...BODY, fields: [{ ...FIELD, details: { position: 1 } }] },
  { ...BODY, details: [] },
  { ...BODY, details: { total_charge: null } },
  { ...BODY, details: { nested: {} } },
  { oops: true },
  [BODY],
  null,
  'words',
])('takes what the contract takes: %j', (body) => {
  const json = JSON.stringify(body)
  const { data } = errorBodySchema.safeParse(JSON.parse(json))
  if (data) expect(errorBodyIn(json)).toMatchObject(data)
  else expect(errorBodyIn(json)).toBeUndefined()
})

it.each(['', '<html>', '{"code":"x","description":"y","details":{"n":1e999}}'])('refuses %j', (text) =>
  expect(errorBodyIn(text)).toBeUndefined(),
)
