import type { AuditEventName } from '@postroom/contract/audit-log'

type None = Readonly<Record<string, never>>
/** Permissions and plan of a user after the change. */
interface Standing {
  plan: string
  roles: string
}
/** The account settings after a manager's change. Pence, or a text where there is no limit. */
interface AccountSettings {
  is_active: string
  low_balance: number | string
  purchases_per_minute: number | string
  pence_per_day: number | string
  manifest_at: string
}

/**
 * The details of every event of the contract: ids, counts, names of fields and settings, amounts in pence. No
 * secrets, no addresses.
 */
interface AuditDetails {
  account_changed: AccountSettings
  account_opened: AccountSettings & { carrier_code: string; pricing: string }
  addresses_exported: { rows: number }
  addresses_imported: { rows: number }
  addresses_marked_invalid: { addresses: number }
  audit_exported: { rows: number }
  bank_line_confirmed: { amount: number; line: string; transfer_id: number }
  bank_statement_imported: { imported: number; repeated: number; ignored: number }
  batch_begun: { rows: number }
  batch_stopped: None
  budget_exceeded: { cost_center: string; budget: number; spent: number; shipment: string }
  carrier_connected: { prints_labels: string }
  carrier_disconnected: None
  carrier_invoice_booked: { number: string; differences: number }
  carrier_invoice_imported: { number: string; lines: number; differ: number }
  charge_adjusted: { reference: string; change: number; to_customer: number; by_platform: number }
  cost_center_saved: { code: string; is_active: string; [budget: string]: string | number }
  email_changed: None
  hub_paired: None
  hub_unpaired: None
  manifest_asked: None
  manual_shipment_changed: None
  manual_shipment_deleted: None
  manual_shipment_entered: None
  not_in_plan: { call: string }
  organisation_added: None
  orders_imported: { orders: number }
  order_accepted: None
  own_settings_deleted: None
  password_changed: None
  password_reset: None
  password_reset_asked: None
  payment_differs: { reason: string }
  payment_failed: { amount: number }
  payment_pending: { amount: number }
  payment_received: { amount: number }
  payment_returned: { cause: string; to_customer: number; to_platform: number }
  payment_started: { amount: number }
  payment_taken_back: { cause: string; by_customer: number; by_platform: number }
  pending_changed: None
  pending_removed: None
  pending_saved: None
  permission_denied: { call: string }
  person_erased: None
  postage_bought: { amount: number }
  postage_voided: None
  print_confirmed: None
  print_requested: { hub: string; job_id: string; copies: number; document: string }
  reference_fields_saved: { labels: string }
  refresh_token_reused: None
  return_changed: { fields: string }
  return_prepared: { pending_id: string }
  return_recorded: { reason: string; action: string }
  session_ended: None
  sending_rules_saved: { rules: number }
  settings_saved: { sections: string }
  shipment_changed: { fields: string }
  shipment_reprinted: { documents: string }
  shipper_removed: None
  shipper_saved: None
  sign_in_failed: None
  signed_in: None
  shop_connected: { kind: string; url: string }
  shop_removed: None
  signed_out: None
  statement_exported: None
  topup_approved: { amount: number; request: string }
  topup_recorded: { amount: number; provider: string; transfer_id: number }
  topup_rejected: { amount: number; request: string }
  topup_requested: { amount: number; provider: string }
  two_factor_failed: None
  two_factor_off: None
  two_factor_on: None
  user_changed: Standing & { disabled: string }
  user_erased: { reason: string }
  user_invited: Standing
  user_invited_again: None
  void_refused: None
  void_requested: None
}

interface Fact<Name extends AuditEventName> {
  organisation_id: string
  /** Absent: the system, or the person at the server's command line. */
  user_id?: string | undefined
  event: Name
  /** The id of what the event concerns. */
  subject?: string | undefined
}

type WithDetails<Details> = Details extends None ? { details?: never } : { details: Details }

/** An event that must stay provable. */
export type AuditEvent = { [Name in AuditEventName]: Fact<Name> & WithDetails<AuditDetails[Name]> }[AuditEventName]
