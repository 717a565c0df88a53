import type { Endpoint } from '@postroom/contract/endpoint'
import type { Requester } from './actor.ts'

/** The user who makes a call, found by their access token. */
export interface SignedInUser extends Requester {
  session_id: string
}

/** What a route demands of its caller. */
export type Access = Pick<Endpoint, 'id' | 'auth' | 'plan' | 'permission' | 'scope' | 'bodyType'>

declare module 'fastify' {
  interface FastifyRequest {
    /** Signed in, or with an API key. Absent on calls that need neither. */
    user: Requester | undefined
  }
  interface FastifyContextConfig {
    /** Absent on routes outside the API. */
    endpoint?: Access
  }
}
