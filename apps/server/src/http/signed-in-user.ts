import type { Endpoint } from '@postroom/contract/endpoint'
import type { Plan } from '@postroom/domain/services'

/** Who makes a call, as found by its access token. */
export interface SignedInUser {
  id: string
  username: string
  fullname: string
  organisation_id: string
  plan: Plan
  permissions: readonly string[]
  session_id: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent on calls that need no session. */
    user: SignedInUser | undefined
  }
  interface FastifyContextConfig {
    /** The contract of the route; absent on routes beside the API. */
    endpoint?: Endpoint
  }
}
