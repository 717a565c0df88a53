import type { Endpoint } from '@postroom/contract/endpoint'
import type { Requester } from './actor.ts'

/** The user who makes a call, found by their access token. */
export interface SignedInUser extends Requester {
  session_id: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent on calls that need no session. */
    user: SignedInUser | undefined
  }
  interface FastifyContextConfig {
    /** The route's contract; absent on routes outside the API. */
    endpoint?: Endpoint
  }
}
