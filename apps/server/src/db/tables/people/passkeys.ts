import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>

/** Tables of `044-passkeys.sql`. */
export interface PasskeyTables {
  passkey: {
    id: Generated<string>
    user_id: Fixed<string>
    credential_id: Fixed<Buffer>
    public_key: Fixed<Buffer>
    counter: number
    synced: boolean
    name: string
    created_at: Fixed<Date>
    last_used_at: Date | null
  }
  passkey_challenge: {
    challenge_hash: Fixed<Buffer>
    purpose: Fixed<'sign_in' | 'second_step' | 'register' | 'confirm'>
    user_id: Fixed<string | null>
    expires_at: Fixed<Date>
  }
}
