import type { Endpoint } from '@postroom/contract/endpoint'
import type { Plan } from '@postroom/domain/catalogue/services'

/** On whose behalf something is done, with the plan and permissions they had when they were last looked up. */
export interface Principal {
  id: string
  username: string
  fullname: string
  organisation_id: string
  plan: Plan
  permissions: readonly string[]
  /** What the call asks for beyond a session, as its contract declares. */
  needs: Pick<Endpoint, 'plan' | 'permission'>
  /** Undefined: a batch is bought on after the user who sent it has signed out. */
  session_id: string | undefined
}

/** Who makes a call, as found by its access token. */
export interface SignedInUser extends Principal {
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
