import type { SignOnSettings } from '@postroom/contract/sign-on'
import type { ColumnType, JSONColumnType } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>

/** Tables of `041-sign-on.sql`. */
export interface SignOnTables {
  sign_on: {
    organisation_id: Fixed<string>
    issuer: string
    client_id: string
    client_secret: string
    plan: SignOnSettings['plan']
    role: SignOnSettings['role']
    groups_claim: string | null
    group_roles: JSONColumnType<SignOnSettings['group_roles']>
    passwords: boolean
  }
  sign_on_domain: {
    organisation_id: Fixed<string>
    domain: Fixed<string>
    confirmed_at: ColumnType<Date | null, Date | undefined, Date>
  }
  sign_on_attempt: {
    state_hash: Fixed<Buffer>
    organisation_id: Fixed<string>
    sealed: Fixed<string>
    expires_at: Fixed<Date>
  }
  sign_on_logout: { organisation_id: Fixed<string>; jti_hash: Fixed<Buffer>; expires_at: Fixed<Date> }
}
