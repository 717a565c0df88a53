import type { Form } from './form.ts'

export interface Answered {
  status: number
  body: object
}
export interface Asked {
  query: Form
  form: Form
  id: string
}

export const refusal = (status: number, type: string, message: string): Answered => ({
  status,
  body: { error: { type, message } },
})
export const found = (body: object | undefined): Answered =>
  body ? { status: 200, body } : refusal(404, 'invalid_request_error', 'No such object')
export const listOf = (data: readonly object[], has_more = false): Answered => ({
  status: 200,
  body: { object: 'list', data, has_more },
})

/** Serves a call. */
export type On = (method: 'GET' | 'POST', url: string, answer: (asked: Asked) => Answered) => void
