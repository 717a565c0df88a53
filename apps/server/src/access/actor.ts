import type { Endpoint } from '@postroom/contract/endpoint'
import type { Plan } from '@postroom/domain/catalogue/services'

/** The user on whose behalf work is done, with their plan and permissions as last read. */
export interface Actor {
  id: string
  organisation_id: string
  plan: Plan
  permissions: readonly string[]
}

/** An actor who asks for something. Background work acts for users who may have signed out, so it has no session. */
export interface Requester extends Actor {
  /** The plan and permission that the call's contract requires. */
  needs: Pick<Endpoint, 'plan' | 'permission'>
  session_id?: string
}
