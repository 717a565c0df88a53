import type { Seller } from '@postroom/documents/account/party'
import { CONFIDENCES } from '@postroom/domain/tariffs/price-row'
import type { PubNubKeys } from '@postroom/hub/pubnub-grants'
import { normaliseVatNumber } from '@postroom/domain/rating/vat'
import path from 'node:path'
import * as z from 'zod'
import type { StripeKeys } from './features/payments/stripe-api.ts'
import type { Seal } from './sealed-text.ts'
import type { Logins } from './db/logins.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')
const optional = z.string().min(1).optional()

/** All or none: with them PubNub carries the messages of device managers. */
const PUBNUB_KEYS = [
  'POSTROOM_PUBNUB_PUBLISH_KEY',
  'POSTROOM_PUBNUB_SUBSCRIBE_KEY',
  'POSTROOM_PUBNUB_SECRET_KEY',
] as const

/** Both or neither: the logins that an administrator made for the server's two roles. */
const LOGIN_URLS = ['DATABASE_APP_URL', 'DATABASE_PLATFORM_URL'] as const

/** Both or neither. */
const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

const LIVE_MONEY_FOR_SPECIMENS =
  '  STRIPE_SECRET_KEY: must be a test key, since CLICK_AND_DROP_URL is not set and specimens are sold'
const DEMO_SELLS_SPECIMENS = '  DEMO: must be off, since CLICK_AND_DROP_URL is set and the demo sells specimens'

/** All settings, from environment variables only. `--help` prints the descriptions. */
const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('port to listen on; 0 takes a free one'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('public address, when it differs from the one above'),
  TRUST_PROXY: optional.describe('address or network of the reverse proxy whose X-Forwarded-For is trusted'),
  DATABASE_URL: optional.describe(
    'your own PostgreSQL, as the owner of its database; without it one is started in DATA_DIR',
  ),
  DATABASE_APP_URL: optional.describe('the same database as a login with the role postroom_app; created if unset'),
  DATABASE_PLATFORM_URL: optional.describe(
    'the same as a login with the role postroom_platform; with DATABASE_APP_URL',
  ),
  DATA_DIR: z.string().min(1).default(path.join(REPOSITORY, 'data')).describe('folder for all data'),
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
  CLICK_AND_DROP_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'sells postage of Royal Mail Click & Drop at https://api.parcel.royalmail.com/api/v1; unset: specimens of a sandbox; needs DEMO=off',
    ),
  PRIVATE_SHOPS: z
    .enum(['refused', 'allowed'])
    .default('refused')
    .describe(
      'shops without https, and at addresses that are not public, such as a stub or a shop in your own network',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:live|test)_\w+$/, 'must be a secret or restricted key of Stripe')
    .optional()
    .describe('secret key of an account at Stripe, to top up by card; a live key needs CLICK_AND_DROP_URL'),
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

/** Reads the configuration. @throws Error that names every invalid variable, for the person at the terminal */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(environment)
  const lines = parsed.success
    ? [
        ...missingBesides(PUBNUB_KEYS, parsed.data, 'since other PubNub settings are set'),
        ...missingBesides(LOGIN_URLS, parsed.data, 'since the other login is set'),
        ...missingBesides(STRIPE_KEYS, parsed.data, 'since the other setting of Stripe is set'),
        ...(parsed.data.CLICK_AND_DROP_URL !== undefined && parsed.data.DEMO !== 'off' ? [DEMO_SELLS_SPECIMENS] : []),
        ...(takesLiveMoney(parsed.data) && parsed.data.CLICK_AND_DROP_URL === undefined
          ? [LIVE_MONEY_FOR_SPECIMENS]
          : []),
      ]
    : parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  if (parsed.success && lines.length === 0) return parsed.data
  throw new Error(['These settings are invalid (--help lists them):', ...lines].join('\n'))
}

/** Settings that are missing because another of their group is set. */
function missingBesides(names: readonly (keyof Config)[], config: Config, why: string): string[] {
  const missing = names.filter((name) => config[name] === undefined)
  return missing.length === names.length ? [] : missing.map((name) => `  ${name}: missing, ${why}`)
}

/** The keys of PubNub, when they are set. */
export function pubNubKeysOf(config: Config): PubNubKeys | undefined {
  const [publishKey, subscribeKey, secretKey] = PUBNUB_KEYS.map((name) => config[name])
  return publishKey && subscribeKey && secretKey ? { publishKey, subscribeKey, secretKey } : undefined
}

const takesLiveMoney = ({ STRIPE_SECRET_KEY: key }: Config): boolean => /^.._live_/.test(key ?? '')

/** The account at Stripe, when there is one. */
export function stripeKeysOf(config: Config): StripeKeys | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url } = config
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl: url ? new URL(url) : undefined } : undefined
}

/** Where postage is bought, when it is not specimens. */
export const clickAndDropOf = ({ CLICK_AND_DROP_URL: url }: Config, seal: Seal) =>
  url === undefined ? undefined : { url: url.replace(/\/$/, ''), seal }

/** The server's two logins, when an administrator has made them. */
export function loginsIn({ DATABASE_APP_URL, DATABASE_PLATFORM_URL }: Config): Logins | undefined {
  if (DATABASE_APP_URL === undefined || DATABASE_PLATFORM_URL === undefined) return undefined
  return { app: { connectionString: DATABASE_APP_URL }, platform: { connectionString: DATABASE_PLATFORM_URL } }
}

/** Who sells the postage, as receipts name them. */
export function sellerOf({ COMPANY_NAME, SELLER_ADDRESS = '', VAT_NUMBER = '' }: Config): Seller {
  const vat_number = normaliseVatNumber(VAT_NUMBER)
  const address = SELLER_ADDRESS.split(',').map((line) => line.trim())
  return { name: COMPANY_NAME, address: address.filter((line) => line !== ''), ...(vat_number && { vat_number }) }
}

/** The settings and their defaults, one line each. */
export function configHelp(): string {
  const rows = Object.entries(environmentSchema.shape).filter(([, schema]) => schema.description)
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data
    return `  ${name.padEnd(width)} ${schema.description}${fallback === undefined ? '' : ` (default ${fallback})`}`
  })
  return ['Postroom takes its settings from the environment:', ...lines, ''].join('\n')
}
