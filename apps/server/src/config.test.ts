import { expect, it, test } from 'vitest'
import { readConfig } from './config.ts'
import { clickAndDropOf, loginsIn, shippingV3Of, stripeKeysOf } from './configured.ts'
import { sealUnder } from './sealed-text.ts'

const CLICK_AND_DROP_URL = 'https://api.parcel.royalmail.com/api/v1/'
const seal = sealUnder('the secret key of a test')

test.each([undefined, 'on', 'empty'])('sells no postage beside the specimens of the demo: DEMO=%s', (DEMO) =>
  expect(() => readConfig({ CLICK_AND_DROP_URL, ...(DEMO !== undefined && { DEMO }) })).toThrow('DEMO: must be off'),
)

it('sells postage at the address of Click & Drop, and specimens without one', () => {
  const config = readConfig({ CLICK_AND_DROP_URL, DEMO: 'off' })
  expect(clickAndDropOf(config, seal)).toEqual({ url: 'https://api.parcel.royalmail.com/api/v1', seal })
  expect(clickAndDropOf(readConfig({}), seal)).toBeUndefined()
})

const TRACKING = {
  CLICK_AND_DROP_URL,
  DEMO: 'off',
  ROYAL_MAIL_TRACKING_URL: 'https://api.royalmail.net/mailpieces/v2/',
  ROYAL_MAIL_TRACKING_CLIENT_ID: 'id',
  ROYAL_MAIL_TRACKING_CLIENT_SECRET: 'secret',
}

it.each(['https://tracking.example', 'http://127.0.0.1:8091', 'http://[::1]:8091', 'http://localhost:8091'])(
  'tracks at %s',
  (ROYAL_MAIL_TRACKING_URL) => {
    const tracking = { url: ROYAL_MAIL_TRACKING_URL, clientId: 'id', clientSecret: 'secret' }
    expect(clickAndDropOf(readConfig({ ...TRACKING, ROYAL_MAIL_TRACKING_URL }), seal)).toMatchObject({ tracking })
  },
)

it('tracks what the Shipping API v3 posts, too', () => {
  const { CLICK_AND_DROP_URL: _other, ...tracking } = TRACKING
  const found = shippingV3Of(readConfig({ ...SHIPPING_V3, ...tracking }), seal)
  expect(found?.tracking).toMatchObject({ clientId: 'id', clientSecret: 'secret' })
})

test.each([
  ['two of three settings', { ROYAL_MAIL_TRACKING_URL: undefined }, 'ROYAL_MAIL_TRACKING_URL: missing'],
  ['two others', { ROYAL_MAIL_TRACKING_CLIENT_SECRET: undefined }, 'ROYAL_MAIL_TRACKING_CLIENT_SECRET: missing'],
  ['an address that reads the key', { ROYAL_MAIL_TRACKING_URL: 'http://tracking.example' }, 'must be https'],
  ['one that looks like this machine', { ROYAL_MAIL_TRACKING_URL: 'http://localhost.example' }, 'must be https'],
  ['a key of two lines', { ROYAL_MAIL_TRACKING_CLIENT_ID: 'id\r\nx: y' }, 'ROYAL_MAIL_TRACKING_CLIENT_ID'],
  ['specimens', { CLICK_AND_DROP_URL: undefined }, 'ROYAL_MAIL_TRACKING_URL: of no use'],
])('tracks nothing with %s', (_what, change, message) => {
  expect(() => readConfig({ ...TRACKING, ...change })).toThrow(message)
})

const SHIPPING_V3 = {
  SHIPPING_V3_URL: 'https://api.royalmail.net/shipping/v3/',
  SHIPPING_V3_CLIENT_ID: 'the-client',
  SHIPPING_V3_CLIENT_SECRET: 'its-secret',
  DEMO: 'off',
}

it('sells postage at the address of the Shipping API v3 with all three settings', () => {
  const found = shippingV3Of(readConfig(SHIPPING_V3), seal)
  const url = 'https://api.royalmail.net/shipping/v3'
  expect(found).toEqual({ url, clientId: 'the-client', clientSecret: 'its-secret', seal, tracking: undefined })
  expect(shippingV3Of(readConfig({}), seal)).toBeUndefined()
})

test.each([
  ['beside the demo', { ...SHIPPING_V3, DEMO: 'on' }, 'DEMO: must be off'],
  ['beside Click & Drop', { ...SHIPPING_V3, CLICK_AND_DROP_URL }, 'SHIPPING_V3_URL: must not be set'],
  [
    'without its secret',
    { ...SHIPPING_V3, SHIPPING_V3_CLIENT_SECRET: undefined },
    'SHIPPING_V3_CLIENT_SECRET: missing',
  ],
  ['with an ID that is no header', { ...SHIPPING_V3, SHIPPING_V3_CLIENT_ID: 'a b' }, 'SHIPPING_V3_CLIENT_ID: must be'],
])('sells no such postage %s', (_what, environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test.each([
  ['POSTROOM_PUBNUB_PUBLISH_KEY', 'POSTROOM_PUBNUB_SUBSCRIBE_KEY', 'POSTROOM_PUBNUB_SECRET_KEY'],
  ['DATABASE_APP_URL', 'DATABASE_PLATFORM_URL'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
])('%s and what belongs to it are set together', (...names) => {
  const values: Record<string, string> = {
    DATABASE_APP_URL: 'postgresql://app@db/shop',
    DATABASE_PLATFORM_URL: 'postgresql://platform@db/shop',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  for (const lacking of names) {
    const others = names.filter((name) => name !== lacking)
    const environment = Object.fromEntries(others.map((name) => [name, values[name] ?? 'a-key']))
    expect(() => readConfig(environment)).toThrow(`${lacking}: missing`)
  }
})

it('goes through a pooler with the two logins only', () => {
  const [app, platform] = ['postgresql://app@pooler/shop', 'postgresql://platform@pooler/shop']
  const logins = { DATABASE_APP_URL: app, DATABASE_PLATFORM_URL: platform }
  expect(() => readConfig({ DATABASE_POOLER: 'transaction' })).toThrow('DATABASE_POOLER: needs DATABASE_APP_URL')
  expect(loginsIn(readConfig(logins))).toMatchObject({ behindPooler: false })
  expect(loginsIn(readConfig({ ...logins, DATABASE_POOLER: 'transaction' }))).toMatchObject({ behindPooler: true })
})

it('has a follower only where the database is its own', () => {
  const url = { DATABASE_FOLLOWER_URL: 'postgresql://follower/shop' }
  expect(() => readConfig(url)).toThrow('DATABASE_FOLLOWER_URL: of no use without DATABASE_URL')
  expect(readConfig({ ...url, DATABASE_URL: 'postgresql://shop/shop' })).toMatchObject(url)
})

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

test.each([
  ['one of two settings', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET: missing'],
  ['the other one', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY: missing'],
  ['a publishable key', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY: must be'],
  ['live money for specimens', { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1' }, 'must be a test key'],
  ['a restricted key of that kind', { ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_1' }, 'must be a test key'],
  ['another server in place of Stripe', { ...STRIPE, STRIPE_API_URL: 'http://stripe.example' }, 'STRIPE_API_URL'],
  ['one that looks like this machine', { ...STRIPE, STRIPE_API_URL: 'http://127.0.0.1.example' }, 'STRIPE_API_URL'],
])('takes no payments with %s', (_what, environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

it('takes payments with both settings, live ones where postage is sold', () => {
  expect(stripeKeysOf(readConfig({}))).toBeUndefined()
  const live = { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1', CLICK_AND_DROP_URL, DEMO: 'off' }
  expect(stripeKeysOf(readConfig(live))).toMatchObject({ secretKey: 'sk_live_1', webhookSecret: 'whsec_1' })
  const stub = readConfig({ ...STRIPE, STRIPE_API_URL: 'http://127.0.0.1:4242' })
  expect(stripeKeysOf(stub)?.apiUrl?.port).toBe('4242')
})

it.each(['s3://office', 's3://office-post.example/postroom/documents', undefined])(
  'documents move to %s',
  (STORAGE_URL) =>
    expect(readConfig({ ...(STORAGE_URL !== undefined && { STORAGE_URL }) }).STORAGE_URL).toBe(STORAGE_URL),
)

test.each([
  ['another protocol', { STORAGE_URL: 'https://office.example' }, 'STORAGE_URL: must be s3://'],
  ['a way upwards', { STORAGE_URL: 's3://office/a//b' }, 'STORAGE_URL: must be s3://'],
  ['a storage that everybody on the way reads', { STORAGE_ENDPOINT: 'http://storage.example' }, 'must be https'],
  ['one that looks like this machine', { STORAGE_ENDPOINT: 'http://localhost.example' }, 'must be https'],
  ['another encryption', { STORAGE_ENCRYPTION: 'rot13' }, 'STORAGE_ENCRYPTION'],
  ['documents that move at the sale', { STORAGE_AFTER_DAYS: '0' }, 'STORAGE_AFTER_DAYS'],
])('refuses %s', (_what, change, message) => {
  expect(() => readConfig(change)).toThrow(message)
})
