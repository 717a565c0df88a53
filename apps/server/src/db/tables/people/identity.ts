import type { OrganisationSettings } from '@postroom/contract/organisation-settings'
import type { Plan } from '@postroom/domain/catalogue/services'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables of `002-organisations.sql`, `003-sessions.sql` and `004-sign-in.sql`. */
export interface IdentityTables {
  organisation: { id: Generated<string>; name: string; handle: string; created_at: Generated<Date> }
  app_user: {
    id: Generated<string>
    organisation_id: string
    username: string
    email: string
    fullname: string
    /** Null: invited, and no password set yet. */
    password_hash: string | null
    /** Counts the changes of how the user signs in. */
    auth_version: Generated<number>
    plan: Plan
    permissions: Generated<string[]>
    roles: Generated<string[]>
    created_at: Generated<Date>
    /** When the user was disabled. */
    disabled_at: Generated<Date | null>
    /** When the user was erased. */
    erased_at: Generated<Date | null>
    /** The issuer that the user signs on at; `subject` is its id of them. */
    issuer: Generated<string | null>
    subject: Generated<string | null>
  }
  session: {
    id: Generated<string>
    user_id: string
    xsrf_token: string
    generation: Generated<number>
    renewed_at: Date
    ends_at: Date
    started_at: Generated<Date>
    user_agent: Generated<string>
    address: Generated<string>
    successor: string | null
    /** Whether the identity provider of the organisation opened it, and the id that the provider gave it. */
    by_sign_on: Generated<boolean>
    issuer_sid: Generated<string | null>
  }
  session_token: {
    hash: Buffer
    session_id: string
    kind: 'access' | 'refresh'
    generation: number
    expires_at: Date
  }
  sign_in_failure: { id: Generated<number>; counter: string; failed_at: Date }
  reset_request: { id: GeneratedAlways<number>; login: string; asked_at: Date }
  password_reset: { user_id: string; token_hash: Buffer; expires_at: Date }
  two_factor: {
    user_id: string
    secret: string | null
    pending_secret: string | null
    last_period: Generated<number>
    failures: Generated<number>
  }
  recovery_code: { user_id: string; code_hash: Buffer }
  draft: { user_id: string; id: string; form: string; label: string; values: string; saved_at: Date }
  organisation_setting: {
    organisation_id: string
    section: keyof OrganisationSettings
    value: ColumnType<unknown, string, string>
    since: Generated<Date>
  }
  user_data: { user_id: string; key: string; value: string }
}
