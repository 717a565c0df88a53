import type { Endpoint } from '@postroom/contract/endpoint'
import type { KeyScope } from '@postroom/domain/people/api-keys'
import type { Pence } from '@postroom/domain/money'
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
  /** The API key that the call is made with, instead of a session. */
  api_key?: KeyInUse
}

export interface KeyInUse {
  id: string
  secret_hash: Buffer
  scopes: readonly KeyScope[]
  /** Null: every account of the organisation. */
  accounts: readonly string[] | null
  /** Null: no limit of its own. */
  pence_per_day: Pence | null
}
