import type { ColumnType } from 'kysely'

/** Table of `043-provisioning.sql`. */
export interface ProvisioningTables {
  provisioned_user: {
    user_id: ColumnType<string, string, never>
    organisation_id: ColumnType<string, string, never>
    user_name: string
    external_id: string | null
    formatted_name: string | null
    given_name: string | null
    family_name: string | null
    created_at: ColumnType<Date, never, never>
  }
}
