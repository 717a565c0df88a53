import type { ColumnType, Generated } from 'kysely'

import type { ReportedPrinter } from '@postroom/contract/device-report'

/** A printer as last reported. */
export interface WatchedPrinter extends ReportedPrinter {
  /** When it was first reported with this error. ISO 8601. */
  since?: string
  /** Managers were notified of this error. */
  notified?: true
}

/** Tables of `015-hubs.sql` and `048-enrolment.sql`. */
export interface HubTables {
  hub: {
    id: Generated<string>
    organisation_id: string
    alias: string
    public_key: Buffer
    paired_by: string | null
    created_at: Generated<Date>
    device_connection_id: string | null
    device_seen_at: Date | null
    reported_at: ColumnType<Date | null, never, Date>
    version: ColumnType<string | null, never, string>
    newer_version: ColumnType<string | null, never, string | null>
    printers: ColumnType<WatchedPrinter[], never, string>
  }
  notified_version: { organisation_id: string; version: string }
  pairing: {
    id: Generated<string>
    code_hash: Buffer
    poll_token_hash: Buffer
    public_key: Buffer
    alias: string
    expires_at: Date
    hub_id: string | null
  }
  enrolment_code: {
    id: Generated<string>
    organisation_id: string
    code_hash: Buffer
    starts_with: string
    devices: Generated<number>
    devices_max: number
    expires_at: Date
  }
  hub_grant: {
    hash: Buffer
    hub_id: string
    session_id: string | null
    nonce: string | null
    client: string
    reads: string[]
    writes: string[]
    expires_at: Date
  }
  hub_message: {
    hub_id: string
    t: string
    channel: string
    publisher: string
    payload: string
    keep: boolean
  }
  hub_key: {
    id: Generated<string>
    private_key: Buffer
    public_key: Buffer
  }
}
