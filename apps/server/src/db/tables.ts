import type { HubTables } from './tables-hubs.ts'
import type { IdentityTables } from './tables-identity.ts'
import type { MoneyTables } from './tables-money.ts'

/** Every table as kysely sees it; the SQL in `migrations/` is the truth. */
export type Tables = IdentityTables & MoneyTables & HubTables
