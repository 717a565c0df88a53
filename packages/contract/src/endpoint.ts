import type { Permission } from '@postroom/domain/people/permissions'
import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * One call of the API, described once: the server serves it, both sides validate with it, the documentation is generated
 * from it, and the web app calls it. `path` is below the API base and names its parameters as `{id}` (spec §7).
 */
export interface Endpoint {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  summary: string
  tag: 'auth' | 'identity' | 'address' | 'carrier' | 'shipment' | 'iot'
  /** `session`: a signed-in user. `public`: nobody yet; the call proves itself through its body or its own header. */
  auth: 'session' | 'public'
  /** Set where the Lite plan is refused (spec §6). */
  plan?: 'full'
  /** What the caller must hold, if the session alone is not enough (spec §6). */
  permission?: Permission
  /** Set where the caller acts for the whole installation: rows of every organisation are in reach. */
  everyOrganisation?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** How the body travels; the token calls of spec §7 are forms. Default json. */
  bodyType?: 'json' | 'form' | 'csv'
  responses: { 200?: z.ZodType; 202?: z.ZodType; 204?: z.ZodType }
  /** What an answer of bytes is. Default pdf. */
  answerType?: 'csv'
  /** Codes this call may answer with beyond those that any call may. */
  errors: readonly ErrorCode[]
}

/** Declares an endpoint and keeps its exact types. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Given<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler receives: every part parsed. */
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

/** What a caller gives: only the parts the endpoint has. */
export type CallOf<E extends Endpoint> = Part<'params', E['params']> &
  OptionalPart<'query', E['query']> &
  Part<'body', E['body']>

/** What a caller gets back from any success status. */
export type AnswerOf<E extends Endpoint> = {
  [S in keyof E['responses']]: E['responses'][S] extends z.ZodType ? z.output<E['responses'][S]> : never
}[keyof E['responses']]
