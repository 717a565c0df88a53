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
  return_service: string
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
  api_key_made: {
    name: string
    scopes: string
    accounts: string
    calls_per_minute: number
    pence_per_day: number | string
    last_day: string
  }
  api_key_not_allowed: { call: string }
  api_key_renewed: { overlap: string; last_day: string }
  api_key_revoked: None
  audit_exported: { rows: number }
  automatic_topup_agreed: { threshold: number; amount: number; most_a_day: number; consent: string }
  automatic_topup_off: None
  automatic_topup_resumed: None
  automatic_topup_stopped: { reason: string; payment: string }
  bank_line_confirmed: { amount: number; line: string; transfer_id: number }
  bank_line_reopened: { amount: number; line: string }
  bank_line_set_aside: { amount: number; line: string; reason: string }
  bank_statement_imported: { imported: number; repeated: number; ignored: number }
  batch_begun: { rows: number }
  batch_stopped: None
  budget_exceeded: { cost_center: string; budget: number; spent: number; shipment: string }
  card_saved: None
  carrier_connected: { prints_labels: string }
  carrier_disconnected: None
  carrier_invoice_booked: { number: string; differences: number }
  carrier_invoice_imported: { number: string; lines: number; differ: number }
  charge_adjusted: { reference: string; change: number; to_customer: number; by_platform: number }
  contract_prices_added: { effective_from: string; prices: number }
  contract_prices_withdrawn: { effective_from: string }
  cost_center_saved: { code: string; is_active: string; [budget: string]: string | number }
  domain_confirmed: { domain: string }
  email_changed: None
  enrolment_code_made: { devices_max: number; days: number }
  enrolment_code_removed: None
  hub_enrolled: { code: string }
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
  passkey_added: None
  passkey_copied: None
  passkey_removed: None
  password_changed: None
  password_reset: None
  password_reset_asked: None
  passwords_on: None
  payment_differs: { reason: string }
  payment_disputed: { amount: number; state: string }
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
  print_requested: { hub: string; job_id: string; copies: number; document: string; drawn_for_dpi?: number }
  reference_fields_saved: { labels: string }
  refresh_token_reused: None
  return_changed: { fields: string }
  return_label_asked: { service: string }
  return_prepared: { pending_id: string }
  return_recorded: { reason: string; action: string }
  roles_by_groups: Standing
  session_ended: None
  sending_rules_saved: { rules: number }
  settings_saved: { sections: string }
  shipment_changed: { fields: string }
  shipment_reprinted: { documents: string }
  shipper_removed: None
  shipper_saved: None
  sign_in_failed: None
  sign_on_ended: { sessions: number }
  sign_on_refused: { reason: string }
  sign_on_removed: None
  sign_on_saved: { issuer: string; passwords: string; domains: number }
  signed_in: None
  signed_on: None
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
  user_added_by_provider: Standing & { was: string; disabled: string }
  user_changed: Standing & { disabled: string }
  user_changed_by_provider: { fields: string; disabled: string }
  user_erased: { reason: string }
  user_invited: Standing
  user_invited_again: None
  user_linked: None
  user_provisioned: Standing
  user_removed_by_provider: None
  void_refused: None
  void_requested: None
  webhook_changed: { fields: string; state: string }
  webhook_created: { host: string; events: string }
  webhook_removed: None
  webhook_replayed: { events: number }
  webhook_secret_renewed: None
  webhook_stopped: None
}

interface Fact<Name extends AuditEventName> {
  organisation_id: string
  /** Absent: the system, or the person at the server's command line. */
  user_id?: string | undefined
  /** The API key that it was done with, where the present call does not say so. */
  api_key_id?: string | null
  event: Name
  /** The id of what the event concerns. */
  subject?: string | undefined
}

type WithDetails<Details> = Details extends None ? { details?: never } : { details: Details }

/** An event that must stay provable. */
export type AuditEvent = { [Name in AuditEventName]: Fact<Name> & WithDetails<AuditDetails[Name]> }[AuditEventName]
