import { stockNamed, type LabelStock } from '@postroom/domain/media/label-stock'
import { DELIVERY_EVENTS } from '@postroom/domain/post/delivery-event'
import * as z from 'zod'
import { calendarDay } from './calendar-day.ts'
import { endpoint } from './endpoint.ts'
import { fieldCode } from './field-errors.ts'
import { listQuery, pageOf } from './list.ts'
import { severalLines, singleLine } from './single-line.ts'

const stockOf = (design: LabelStock['design']) =>
  z.string().refine((name) => stockNamed(name)?.design === design, { params: fieldCode('not_allowed') })

/** What labels are printed on. A field left out is decided by the printer, and the first position by spec §9. */
const sheetSchema = z
  .strictObject({
    /** Name of a stock for franking labels, and of one for address labels (domain, label-stock.ts). */
    letters: stockOf('franking').optional(),
    parcels: stockOf('address').optional(),
    /** Where the first label of a new sheet goes, counted from 0. */
    first_position: z.strictObject({ index: z.int().min(0).max(9), row: z.int().min(0).max(19) }).optional(),
    /** Whether the next print begins after the last label of the sheet; false: always at the first position. */
    continues: z.boolean().default(true),
  })
  .refine(({ letters, first_position: first }) => !first || (letters !== undefined && isOn(letters, first)), {
    path: ['first_position'],
    params: fieldCode('not_allowed'),
  })

function isOn(name: string, { index, row }: { index: number; row: number }): boolean {
  const stock = stockNamed(name)
  return stock !== undefined && index < stock.columns && row < stock.rows
}

const slogansSchema = z
  .array(
    z.strictObject({
      text: singleLine(60).min(1),
      /** First and last day it is offered, in UK time. */
      from: calendarDay.optional(),
      until: calendarDay.optional(),
      /** Printed unless another is chosen; at most one of the list. */
      is_default: z.boolean().default(false),
    }),
  )
  .max(20)
  .refine((slogans) => slogans.filter(({ is_default }) => is_default).length <= 1, { params: fieldCode('not_allowed') })

const returnAddressSchema = z.strictObject({
  /** Up to four lines. Empty: none. */
  lines: severalLines(200).refine((lines) => lines.split('\n').length <= 4, { params: fieldCode('too_long') }),
  /** Whether it is printed on franking labels too. */
  on_letters: z.boolean(),
})

const MAILING = {
  sheet: sheetSchema.optional(),
  slogans: slogansSchema.optional(),
  return_address: returnAddressSchema.optional(),
  /** The sender offered first (`listShippers`); null: the one used last. */
  sender: z.strictObject({ id: z.uuid().nullable() }).optional(),
}

/** What the office is set to print. A section that nobody saved is absent. Also the form of what users save for themselves. */
export const mailingSchema = z.strictObject(MAILING)
export type MailingPreferences = z.output<typeof mailingSchema>

/** The key of the data (`putUserData`) in which users save sections of their own. */
export const OWN_MAILING_KEY = 'mailing'

/** What applies to a user: each section of their own, otherwise that of the organisation. */
export const mailingOf = (organisation: MailingPreferences, own: MailingPreferences | null): MailingPreferences => ({
  ...organisation,
  ...own,
})

const deliveryEvents = z.array(z.enum(DELIVERY_EVENTS)).max(DELIVERY_EVENTS.length)

/**
 * What the addressee and the buyer of a shipment are notified of by mail, from the time it is saved on. Nothing until a manager
 * chooses it.
 */
const deliveryMailsSchema = z.strictObject({ addressee: deliveryEvents, sender: deliveryEvents })
export type DeliveryMails = z.output<typeof deliveryMailsSchema>

const settingsSchema = z.strictObject({ ...MAILING, delivery_mails: deliveryMailsSchema.optional() })
export type OrganisationSettings = z.output<typeof settingsSchema>

export const getOrganisationSettings = endpoint({
  id: 'getOrganisationSettings',
  method: 'GET',
  path: '/identity/v1/organisation/settings',
  summary:
    'The settings of the organisation. A section of the user’s own data under the key `mailing` takes precedence',
  tag: 'identity',
  auth: 'session',
  responses: { 200: settingsSchema },
  errors: [],
})

export const saveOrganisationSettings = endpoint({
  id: 'saveOrganisationSettings',
  method: 'PUT',
  path: '/identity/v1/organisation/settings',
  summary: 'Replace the given sections of the organisation’s settings; the others stay',
  tag: 'identity',
  auth: 'session',
  permission: 'administration',
  body: settingsSchema,
  responses: { 200: settingsSchema },
  errors: [],
})

export const listOwnSettings = endpoint({
  id: 'listOwnSettings',
  method: 'GET',
  path: '/identity/v1/organisation/settings/own',
  summary: 'The users with mailing preferences of their own, by name, and those preferences',
  tag: 'identity',
  auth: 'session',
  permission: 'administration',
  query: listQuery(['fullname']),
  responses: { 200: pageOf(z.object({ user_id: z.uuid(), fullname: z.string(), own: mailingSchema })) },
  errors: [],
})

export const deleteOwnSettings = endpoint({
  id: 'deleteOwnSettings',
  method: 'DELETE',
  path: '/identity/v1/organisation/settings/own/{userId}',
  summary: 'Delete the mailing preferences of a user, or one’s own as a manager: those of the organisation apply again',
  tag: 'identity',
  auth: 'session',
  permission: 'administration',
  params: z.strictObject({ userId: z.uuid() }),
  responses: { 200: z.object({ user_id: z.uuid() }) },
  errors: [],
})
