import type { Endpoint } from '@postroom/contract/endpoint'
import type { Plan } from '@postroom/domain/catalogue/services'

/** On whose behalf something is done, with the plan and permissions they had when last looked up. */
export interface Actor {
  id: string
  organisation_id: string
  plan: Plan
  permissions: readonly string[]
}

/** An actor who asks for something. Background work acts for users who may have signed out, so it has no session. */
export interface Requester extends Actor {
  /** The plan and permission it takes, as the contract of the call declares. */
  needs: Pick<Endpoint, 'plan' | 'permission'>
  session_id?: string
}
