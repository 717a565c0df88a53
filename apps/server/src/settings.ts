import { normaliseVatNumber } from '@postroom/domain/rating/vat'
import { CONFIDENCES } from '@postroom/domain/tariffs/price-row'
import path from 'node:path'
import * as z from 'zod'
import { PLACE } from './object-storage/open-bucket.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')
const optional = z.string().min(1).optional()
/** A key that is sent in a header. */
const headerText = z.string().regex(/^[!-~]{1,200}$/, 'must be 1 to 200 printable characters without spaces')

/** An address that a key is sent to: with https, or on this machine. */
const keyUrl = z.url({ protocol: /^https?$/, abort: true }).refine(isSafe, 'must be https')

function isSafe(url: string): boolean {
  return url.startsWith('https:') || /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(url).hostname)
}

/** All or none: with them PubNub carries the messages of device managers. */
export const PUBNUB_KEYS = [
  'POSTROOM_PUBNUB_PUBLISH_KEY',
  'POSTROOM_PUBNUB_SUBSCRIBE_KEY',
  'POSTROOM_PUBNUB_SECRET_KEY',
] as const

/** Both or neither: the logins that an administrator made for the server's two roles. */
export const LOGIN_URLS = ['DATABASE_APP_URL', 'DATABASE_PLATFORM_URL'] as const

/** Both or neither. */
export const TLS_FILES = ['TLS_CERTIFICATE', 'TLS_KEY'] as const

/** All or none. */
export const SHIPPING_V3 = ['SHIPPING_V3_URL', 'SHIPPING_V3_CLIENT_ID', 'SHIPPING_V3_CLIENT_SECRET'] as const

/** Both or neither. */
export const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** All or none. */
export const TRACKING_SETTINGS = [
  'ROYAL_MAIL_TRACKING_URL',
  'ROYAL_MAIL_TRACKING_CLIENT_ID',
  'ROYAL_MAIL_TRACKING_CLIENT_SECRET',
] as const

/** All settings, from environment variables only. `--help` prints the descriptions. */
export const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('port to listen on; 0 takes a free one'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('public address, when it differs from the one above'),
  TLS_CERTIFICATE: optional.describe('file of the certificate with its chain (PEM): the server then speaks https only'),
  TLS_KEY: optional.describe('file of its private key (PEM); both are read again when they change'),
  TRUST_PROXY: optional.describe('address or network of the reverse proxy whose X-Forwarded-For is trusted'),
  DATABASE_URL: optional.describe(
    'your own PostgreSQL, as the owner of its database; without it one is started in DATA_DIR',
  ),
  DATABASE_APP_URL: optional.describe('the same database as a login with the role postroom_app; created if unset'),
  DATABASE_PLATFORM_URL: optional.describe(
    'the same as a login with the role postroom_platform; with DATABASE_APP_URL',
  ),
  DATABASE_POOLER: z
    .enum(['none', 'transaction'])
    .default('none')
    .describe('transaction: the two logins lead through a pooler such as PgBouncer in transaction mode'),
  DATABASE_FOLLOWER_URL: optional.describe(
    'address of a follower of that database, such as postgresql://follower.example/postroom, for history, dashboard and exports',
  ),
  DATA_DIR: z.string().min(1).default(path.join(REPOSITORY, 'data')).describe('folder for all data'),
  STORAGE_URL: z
    .string()
    .regex(PLACE, 'must be s3://bucket or s3://bucket/name')
    .optional()
    .describe('bucket that old documents move to, such as s3://bucket/documents; unset: they stay in the database'),
  STORAGE_AFTER_DAYS: z.coerce.number().int().min(1).max(36_500).default(30).describe('age in days at which they move'),
  STORAGE_ENDPOINT: keyUrl
    .optional()
    .describe(
      "address of the storage of documents and backups; unset: Amazon's. Its key is AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    ),
  STORAGE_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -')
    .default('us-east-1')
    .describe('region of the bucket'),
  STORAGE_ENCRYPTION: z
    .enum(['none', 'AES256'])
    .default('none')
    .describe('AES256: the storage is asked to encrypt each object'),
  DATABASE_RETRY_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(60_000)
    .default(1_000)
    .describe('pause in milliseconds between attempts to start the database of DATA_DIR'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('mail server, such as smtps://user:password@mail.example; if unset, mail is written to DATA_DIR/outbox'),
  MAIL_FROM: z.string().min(3).default('Postroom <postroom@localhost>').describe('sender of the mail'),
  ADDRESS_LOOKUP_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => url.includes('{postal_code}'), 'must hold {postal_code}')
    .optional()
    .describe('address look-up service, such as https://addresses.example/find?postal_code={postal_code}&id={id}'),
  CLICK_AND_DROP_URL: keyUrl
    .optional()
    .describe(
      'sells postage of Royal Mail Click & Drop at https://api.parcel.royalmail.com/api/v1; unset: specimens of a sandbox; needs DEMO=off',
    ),
  ROYAL_MAIL_TRACKING_URL: keyUrl
    .optional()
    .describe(
      "Royal Mail's tracking interface, such as https://api.royalmail.net/mailpieces/v2; unset: events are not tracked; needs real postage",
    ),
  ROYAL_MAIL_TRACKING_CLIENT_ID: headerText.optional().describe('client id for it'),
  ROYAL_MAIL_TRACKING_CLIENT_SECRET: headerText.optional().describe('client secret for it'),
  SHIPPING_V3_URL: keyUrl
    .optional()
    .describe(
      'sells postage of the Royal Mail Shipping API v3 at https://api.royalmail.net/shipping/v3 instead; needs DEMO=off',
    ),
  SHIPPING_V3_CLIENT_ID: headerText
    .optional()
    .describe('client ID of the application that is registered for that interface'),
  SHIPPING_V3_CLIENT_SECRET: headerText.optional().describe('its client secret'),
  PRIVATE_HOSTS: z
    .enum(['refused', 'allowed'])
    .default('refused')
    .describe(
      'shops, webhooks and identity providers without https, and at addresses that are not public, such as a stub or a host in your own network',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:live|test)_\w+$/, 'must be a secret or restricted key of Stripe')
    .optional()
    .describe('secret key of an account at Stripe, to top up by card; a live key needs real postage'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must be the signing secret of an endpoint at Stripe')
    .optional()
    .describe("signing secret of Stripe's endpoint for PUBLIC_URL/api/stamp/v1/payment/stripe/event"),
  STRIPE_API_URL: z.url({ protocol: /^http$/, hostname: /^(?:127\.0\.0\.1|localhost)$/ }).optional(), // tests only, so it is not in the help
  DEVICE_MANAGER: z.enum(['bundled', 'off']).default('bundled').describe('start a device manager beside the server'),
  DEMO: z
    .enum(['on', 'empty', 'off'])
    .default('on')
    .describe('create the demo organisation in an empty database, with two weeks of shipments (on) or without (empty)'),
  COMPANY_NAME: z.string().min(1).default('Postroom').describe('company named in the footer'),
  LOCALE: z
    .string()
    .regex(/^[a-z]{2,3}-[A-Z]{2}$/, 'must be a language and a country, such as en-GB')
    .default('en-GB')
    .describe('locale of the installation; sheets are A4 for en-GB and 8.5 x 11 inches for every other'),
  SELLER_ADDRESS: optional.describe(
    'address of that company on receipts, such as "1 Market Square, Machynlleth, SY20 8AE"',
  ),
  VAT_NUMBER: z
    .string()
    .refine((typed) => normaliseVatNumber(typed) !== undefined, 'must be a United Kingdom VAT number')
    .optional()
    .describe('its VAT number; without it receipts are not VAT receipts'),
  PROJECT_VARIANT: z
    .enum(['uk', 'other'])
    .default('uk')
    .describe('other: signs a user out who opens a module they may not open'),
  ASSISTANT_URL: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe('script of a virtual assistant that pages load from its own host; unset: there is none'),
  PICKUP_FEE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('price in pence when the carrier collects an item; unset: collection is not offered'),
  PRICE_CONFIDENCE: z
    .enum(CONFIDENCES)
    .default('low')
    .describe(
      'least confidence of the figures behind a price that is sold: low sells every price, high only the surest',
    ),
  TOPUP_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_00)
    .default(1_000_00)
    .describe(
      'pence that one operator may book alone for one organisation in 24 hours; above that a second one must approve',
    ),
  RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(90)
    .max(36_500)
    .default(2192)
    .describe('how long addressees and senders of shipments are kept; the books stay'),
  POSTROOM_PUBNUB_PUBLISH_KEY: optional.describe('publish key of a PubNub keyset, when PubNub carries the messages'),
  POSTROOM_PUBNUB_SUBSCRIBE_KEY: optional.describe('its subscribe key'),
  POSTROOM_PUBNUB_SECRET_KEY: optional.describe('its secret key, which stays in the server'),
  POSTROOM_HUB_INSTANCE: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 of a-z, 0-9 and -')
    .default('default')
    .describe('name of this installation on its channels, when several share a keyset'),
  POSTROOM_SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('secret of 32 characters or more, the same for every server process; without it DATA_DIR/secret.key'),
  METRICS: z.enum(['local', 'open']).default('local').describe('who may read /metrics: this machine, or everybody'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('warn')
    .describe('log level (standard output, JSON lines)'),
  POSTROOM_KILL_AT: optional, // crash tests only, so it is not in the help
})

export type Config = z.output<typeof environmentSchema>
