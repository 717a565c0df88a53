import type { Plan } from '@postroom/domain/services'
import type { Generated } from 'kysely'

/** Tables of migration 001. */
export interface IdentityTables {
  organisation: { id: Generated<string>; name: string; created_at: Generated<Date> }
  app_user: {
    id: Generated<string>
    organisation_id: string
    username: string
    email: string
    fullname: string
    password_hash: string
    plan: Plan
    permissions: Generated<string[]>
    roles: Generated<string[]>
    created_at: Generated<Date>
  }
  session: {
    id: Generated<string>
    user_id: string
    xsrf_token: string
    generation: Generated<number>
    renewed_at: Date
    ends_at: Date
  }
  session_token: {
    hash: Buffer
    session_id: string
    kind: 'access' | 'refresh'
    generation: number
    expires_at: Date
  }
  sign_in_failure: { id: Generated<number>; who: string; failed_at: Date }
}
