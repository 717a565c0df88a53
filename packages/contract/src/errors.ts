import * as z from 'zod'
import { FIELD_CODES } from './field-codes.ts'

interface ErrorRow {
  /** The HTTP status of the error. */
  status: number
  /** English text for readers of logs and API responses. The web app shows `backendError.{code}` instead. */
  description: string
}

/**
 * Every error of the API. Each code has a translation under `backendError.{code}` in both language files, and a test
 * compares them in both directions. @see spec §8
 */
export const ERRORS = {
  // the request itself
  invalid_request: { status: 400, description: 'Some fields are not valid.' },
  malformed_json: { status: 400, description: 'The body is not valid JSON.' },
  body_too_large: { status: 413, description: 'The body is larger than this call accepts.' },
  unsupported_media_type: { status: 415, description: 'This call does not accept that content type.' },
  statement_too_long: { status: 422, description: 'This month has too many lines for one file. Use the PDF.' },
  too_many_lines: { status: 422, description: 'This is too much for one file. Choose a shorter period.' },
  not_found: { status: 404, description: 'This does not exist, or you may not see it.' },
  too_many_requests: { status: 429, description: 'Too many attempts. Wait a moment, then try again.' },
  request_timeout: { status: 408, description: 'The request took longer than 30 seconds to arrive.' },
  headers_too_large: { status: 431, description: 'The headers of the request are too long.' },
  internal_error: { status: 500, description: 'The server has failed. The error has been logged.' },
  try_again: { status: 503, description: 'The server could not finish this now. Try again; nothing is done twice.' },
  // identity and permissions
  invalid_credentials: { status: 401, description: 'The username or password is not right.' },
  invalid_client: { status: 401, description: 'This client_id is unknown.' },
  unsupported_grant_type: { status: 400, description: 'This way of signing in is not supported.' },
  session_expired: { status: 401, description: 'You are signed out. Sign in again.' },
  refresh_token_invalid: { status: 401, description: 'The session cannot be renewed. Sign in again.' },
  api_key_invalid: { status: 401, description: 'This API key is unknown, revoked or expired.' },
  api_key_not_allowed: { status: 403, description: 'This API key was not made for this call or this account.' },
  api_key_ended: { status: 409, description: 'This API key was revoked. Make another.' },
  too_many_api_keys: { status: 409, description: 'There can be no more API keys. Revoke one first.' },
  mfa_required: { status: 401, description: 'This user has two-factor sign-in. Send a code as otp, or use a passkey.' },
  passkey_refused: { status: 422, description: 'This passkey could not be confirmed. Begin again.' },
  passkeys_unavailable: {
    status: 409,
    description: 'Passkeys cannot be used here: they need https and a domain name, and an organisation with passwords.',
  },
  too_many_passkeys: { status: 409, description: 'There can be no more passkeys. Remove one first.' },
  otp_invalid: { status: 401, description: 'This code is wrong or has already been used.' },
  otp_locked: {
    status: 401,
    description: 'Too many wrong codes. Use a recovery code, or set a new password.',
  },
  two_factor_unreadable: {
    status: 401,
    description: 'The server cannot check this code. Use a recovery code, or ask the administrator of the server.',
  },
  reset_token_invalid: {
    status: 422,
    description: 'This link has expired or has already been used. Request a new one.',
  },
  sign_on_expired: {
    status: 401,
    description: 'This sign-in took too long or began in another browser. Begin again.',
  },
  sign_on_refused: { status: 401, description: 'The identity provider did not confirm this sign-in. Begin again.' },
  sign_on_mail: {
    status: 401,
    description: 'The identity provider does not confirm a mail address of your organisation. Ask a manager.',
  },
  sign_on_user: { status: 401, description: 'This user may not sign in this way. Ask a manager.' },
  sign_on_unavailable: {
    status: 503,
    description: 'The identity provider of your organisation does not answer. Try again later.',
  },
  sign_on_unproven: {
    status: 409,
    description: 'Sign in through the identity provider first. Only then can passwords be turned off.',
  },
  passwords_off: { status: 401, description: 'Your organisation signs in through its identity provider only.' },
  logout_token_invalid: { status: 400, description: 'The logout token is not valid, or was used before.' },
  xsrf_token_invalid: {
    status: 403,
    description: 'The request did not come from your own page. Reload and try again.',
  },
  cross_site_request: { status: 403, description: 'Requests from other sites are not accepted.' },
  not_in_plan: { status: 403, description: 'This is not part of your plan.' },
  permission_denied: {
    status: 403,
    description: 'You are not allowed to do this. Ask a manager of your organisation.',
  },
  reference_fields_changed: {
    status: 409,
    description: 'Somebody else has changed the reference fields. Look at them again, then save.',
  },
  cost_center_code_taken: {
    status: 409,
    description: 'There is already a cost centre with this code. Choose another, or change that one.',
  },
  cost_center_changed: {
    status: 409,
    description: 'Somebody else has changed this cost centre. Look at it again, then save.',
  },
  username_taken: {
    status: 409,
    description: 'Somebody in your organisation already has this username. Choose another.',
  },
  own_rights: { status: 409, description: 'You cannot remove your own rights. Another manager can.' },
  operator_protected: {
    status: 409,
    description: 'This user is an operator. The administrator of the server must remove that role first.',
  },
  not_invited: { status: 409, description: 'This user already has a password or is disabled.' },
  service_not_in_plan: { status: 403, description: 'This service is not part of your plan.' },
  // the item and its service
  destination_not_available: { status: 422, description: 'We do not send to this country yet.' },
  packaging_too_heavy: { status: 422, description: 'The item is too heavy for this format.' },
  packaging_too_large: { status: 422, description: 'The item is too large for this format.' },
  tube_too_large: { status: 422, description: 'A tube may be 90 cm long, and 104 cm with twice its diameter.' },
  size_required: { status: 422, description: 'A tube needs its length and diameter.' },
  option_not_allowed: { status: 422, description: 'These options cannot be combined.' },
  service_not_allowed: { status: 422, description: 'This service cannot be combined with the chosen options.' },
  service_not_available: { status: 422, description: 'This service cannot carry this item.' },
  price_not_confirmed: {
    status: 422,
    description: 'The published figures for this price are too uncertain to sell it.',
  },
  no_published_price: { status: 422, description: 'There is no published price for this in the price list.' },
  saturday_needs_friday: { status: 422, description: 'Saturday delivery is sold only for items posted on a Friday.' },
  saturday_bank_holiday: {
    status: 422,
    description: 'There is no Saturday guarantee for this Friday, because it or the Saturday is a bank holiday.',
  },
  sender_outside_uk: { status: 422, description: 'The sender must be in the United Kingdom.' },
  goods_prohibited: { status: 422, description: 'The carrier does not carry these goods to this destination.' },
  goods_restricted: {
    status: 422,
    description:
      'The carrier limits the quantity of these goods and sets rules for their packaging. This is a warning.',
  },
  shipping_date_out_of_range: {
    status: 422,
    description: 'The posting day must be today or one of the next seven days.',
  },
  frank_pay_out_of_range: {
    status: 422,
    description: 'The postage and its fees must be more than £0 and less than £1000.',
  },
  quantity_not_available: { status: 422, description: 'One purchase cannot have this many labels.' },
  test_print_limit: { status: 429, description: 'You have reached the limit for test prints. Try again later.' },
  test_print_quantity: { status: 422, description: 'A test print is for one label only.' },
  character_not_printable: { status: 422, description: 'Documents cannot show one of these characters.' },
  destination_suspended: { status: 422, description: 'The carrier currently accepts nothing for this country.' },
  packaging_not_for_destination: { status: 422, description: 'This format is not used for this destination.' },
  service_not_listed: { status: 422, description: 'The carrier does not list this service for this country.' },
  pickup_not_available: { status: 422, description: 'No price for collection has been set up.' },
  pricing_not_allowed: { status: 422, description: 'This account does not pay by that price list.' },
  customs_items_missing: {
    status: 422,
    description: 'Customs require a list of the contents. Declare at least one item.',
  },
  customs_invalid: { status: 422, description: 'The customs declaration is incomplete or wrong.' },
  export_declaration_needed: {
    status: 422,
    description: 'Goods above this value need a full export declaration, which Postroom cannot make.',
  },
  label_stock_unknown: {
    status: 422,
    description: 'This label stock is unknown or does not match the label size.',
  },
  addressee_required: {
    status: 422,
    description: 'This label shows the addressee, who is missing.',
  },
  label_position_invalid: {
    status: 422,
    description: 'One of the label positions is not on the sheet or is listed twice.',
  },
  text_does_not_fit: { status: 422, description: 'A text is too long for the document.' },
  // money
  insufficient_funds: { status: 402, description: 'The balance is too low for this purchase.' },
  second_person_needed: {
    status: 403,
    description: 'Another operator must approve or reject this.',
  },
  invoice_number_taken: {
    status: 409,
    description: 'Another file was imported under this invoice number.',
  },
  contract_prices_invalid: { status: 422, description: 'These prices break a rule. Check the file to see where.' },
  contract_prices_exist: {
    status: 409,
    description: 'The account has other contract prices from this day on. Withdraw those first.',
  },
  contract_prices_day: { status: 422, description: 'Contract prices begin after today, and within 400 days.' },
  contract_prices_begun: {
    status: 409,
    description: 'These prices are in force. Add others that follow them.',
  },
  bank_statement_unreadable: {
    status: 422,
    description: 'This file is not a camt.053 statement of version 02 or 08, or has parts that are not accepted.',
  },
  bank_line_confirmed: { status: 409, description: 'This transfer or this top-up has already been confirmed.' },
  bank_line_set_aside: { status: 409, description: 'This transfer or this payout has been set aside.' },
  bank_line_differs: { status: 409, description: 'This transfer does not name this top-up, or its amount differs.' },
  topup_decided: { status: 409, description: 'This top-up has already been approved or rejected.' },
  topup_expired: { status: 410, description: 'This top-up was not approved in time. Request it again.' },
  topup_requester_gone: {
    status: 409,
    description: 'The user who requested this top-up is no longer an operator. Reject it and request it again.',
  },
  payment_not_available: { status: 409, description: 'This installation does not take payments by card.' },
  payment_signature_invalid: { status: 400, description: 'This event was not signed by the payment service.' },
  budget_exceeded: { status: 422, description: 'The budget of the cost centre does not cover this.' },
  spending_limit: {
    status: 429,
    description: 'This account has reached its spending limit. Try again later, or ask a manager to raise the limit.',
  },
  key_spending_limit: {
    status: 429,
    description: 'This API key has reached its limit of a day. Try again tomorrow, or use another key.',
  },
  price_changed: { status: 409, description: 'The price has changed since it was quoted.' },
  idempotency_key_reused: { status: 422, description: 'This purchase key was used for a different shipment.' },
  idempotency_key_mismatch: { status: 400, description: 'The header and pending_id name different keys.' },
  idempotency_key_required: {
    status: 400,
    description: 'Send a purchase key as pending_id or in the header Idempotency-Key, so that a retry is safe.',
  },
  pending_claimed: { status: 409, description: 'A colleague is working on this shipment now.' },
  pending_changed: {
    status: 409,
    description: 'This shipment was changed since it was read. Read it again, then repeat the change.',
  },
  order_not_accepted: {
    status: 409,
    description:
      'The order of this shipment was changed at the shop, or something is wrong with it. Look at it, then accept it.',
  },
  too_many_shops: { status: 409, description: 'No more shops can be connected. Remove one first.' },
  too_many_webhooks: { status: 409, description: 'No more webhooks can be added. Remove one first.' },
  webhook_address_refused: {
    status: 422,
    description: 'Events are only reported to https addresses on the public internet.',
  },
  key_used_by_colleague: {
    status: 409,
    description: 'A colleague bought with this purchase key. Look for the shipment in the history.',
  },
  too_many_batches: { status: 409, description: 'Five batches are already in progress. Wait until one is finished.' },
  carrier_without_keys: {
    status: 409,
    description: 'The carrier of this account needs no key: this server sells its postage to everybody.',
  },
  manifest_not_wanted: { status: 409, description: 'The carrier of this account wants no manifests.' },
  return_label_not_offered: {
    status: 409,
    description:
      'No return label can be made for this shipment: it is not bought, it was not sent within the United Kingdom, or its carrier offers none.',
  },
  return_label_limit: {
    status: 409,
    description: 'Five return labels were asked for this shipment, and no more can be.',
  },
  carrier_rejected: { status: 422, description: 'The carrier refused this shipment. Nothing was charged.' },
  purchase_cancelled: { status: 422, description: 'This purchase was cancelled. Nothing was charged.' },
  void_too_late: { status: 409, description: 'The time limit for voiding this postage has passed.' },
  shipment_not_voidable: { status: 409, description: 'This shipment has no postage to refund.' },
  // documents
  document_link_expired: { status: 401, description: 'This document link has expired. Request a new one.' },
  document_unavailable: {
    status: 503,
    description:
      'The storage of older documents does not give this one now. Try again later, or ask the administrator of the server.',
  },
  label_drawing_unavailable: {
    status: 409,
    description:
      'This label cannot be printed by a label printer with 203 dots per inch. Print it on a printer with at least 300.',
  },
  document_gone: { status: 410, description: 'This document is no longer valid.' },
  print_claimed: {
    status: 409,
    description:
      'This document was already sent to a printer. Check the printer; if it is missing, reprint it at no cost.',
  },
  // devices
  pairing_code_invalid: { status: 422, description: 'No device is showing this code. Check the code on the device.' },
  enrolment_code_invalid: {
    status: 422,
    description: 'This enrolment code is unknown, used up or expired. Ask for a new one.',
  },
  too_many_enrolment_codes: { status: 409, description: 'There can be no more enrolment codes. Withdraw one first.' },
  pairing_expired: { status: 410, description: 'The pairing code has expired. The device shows a new one.' },
  device_signature_invalid: { status: 401, description: 'The device could not prove its identity.' },
  device_clock_wrong: { status: 401, description: 'The clock of the device is wrong by more than an hour. Set it.' },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS

/** One invalid field. `field` is its dotted path in the body or query (`to.postal_code`). */
export const fieldErrorSchema = z.object({
  field: z.string(),
  code: z.enum(FIELD_CODES),
  message: z.string(),
  /** For `character_not_printable`: the first such character, or its code as `U+202E`, and its position from 1. */
  details: z.object({ character: z.string(), position: z.int() }).optional(),
})
export type FieldError = z.output<typeof fieldErrorSchema>

/** The body of every error response: spec §3 'Backend error object', with details. */
export const errorBodySchema = z.object({
  code: z.string(),
  description: z.string(),
  request_id: z.string().optional(),
  fields: z.array(fieldErrorSchema).optional(),
  /** Facts for the code, such as `{ "total_charge": 330 }` for `price_changed`. Whole numbers are pence or grams. */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type ErrorBody = z.output<typeof errorBodySchema>
