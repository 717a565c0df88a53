import type { KeyScope } from '@postroom/domain/people/api-keys'
import type { Permission } from '@postroom/domain/people/permissions'
import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * One call of the API. The server serves it, the web app calls it, both validate with it, and the OpenAPI document is generated
 * from it. `path` is below the API base and names its parameters as `{id}` (spec §7).
 */
export interface Endpoint {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  summary: string
  tag: 'auth' | 'identity' | 'address' | 'carrier' | 'shipment' | 'iot'
  /** `session`: a signed-in user. `public`: no session; the request itself proves its right. */
  auth: 'session' | 'public'
  /** Set where the Lite plan is refused (spec §6). */
  plan?: 'full'
  /** The permission the caller needs beyond a session (spec §6). */
  permission?: Permission
  /** The scope that opens the call to API keys. Without it no key may make it: what is new is closed until it says otherwise. */
  scope?: KeyScope
  /** Set where the caller acts for the whole installation and reaches rows of every organisation. */
  everyOrganisation?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The encoding of the body; the token calls of spec §7 are forms. Default json. */
  bodyType?: 'json' | 'form' | 'csv' | 'xml'
  /** The maximum size of the body. Default 1 MiB, and 16 KiB without a session. */
  bodyMaxBytes?: number
  responses: { 200?: z.ZodType; 202?: z.ZodType; 204?: z.ZodType }
  /** The type of an answer in bytes. All others are JSON. */
  answerType?: 'csv' | 'png' | 'pdf'
  /** Error codes of this call, beyond those of every call. */
  errors: readonly ErrorCode[]
}

/** Declares an endpoint and keeps its exact types. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Given<T> = T extends z.ZodType ? z.input<T> : undefined

/** The parsed parts of a request, as a handler receives them. */
export interface RequestOf<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

type Part<Name extends string, T> = T extends z.ZodType ? { [K in Name]: Given<T> } : unknown
type OptionalPart<Name extends string, T> = T extends z.ZodType
  ? Record<string, never> extends Given<T>
    ? { [K in Name]?: Given<T> }
    : { [K in Name]: Given<T> }
  : unknown

/** The parts of a request that the caller passes. */
export type CallOf<E extends Endpoint> = Part<'params', E['params']> &
  OptionalPart<'query', E['query']> &
  Part<'body', E['body']>

/** The response body of any success status. */
export type AnswerOf<E extends Endpoint> = {
  [S in keyof E['responses']]: E['responses'][S] extends z.ZodType ? z.output<E['responses'][S]> : never
}[keyof E['responses']]
