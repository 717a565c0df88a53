import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import {
  clickAndDropOf,
  loginsIn,
  pubNubKeysOf,
  sellerOf,
  shippingV3Of,
  storageOf,
  stripeKeysOf,
} from './configured.ts'
import { sealUnder } from './sealed-text.ts'

const seal = sealUnder('k'.repeat(32))
const TRACKING = {
  ROYAL_MAIL_TRACKING_URL: 'https://tracking.example/v2/',
  ROYAL_MAIL_TRACKING_CLIENT_ID: 'who',
  ROYAL_MAIL_TRACKING_CLIENT_SECRET: 'proof',
}
const TRACKED = { url: 'https://tracking.example/v2', clientId: 'who', clientSecret: 'proof' }
const CLICK_AND_DROP = { DEMO: 'off', CLICK_AND_DROP_URL: 'https://sells.example/api/' }
const SHIPPING = {
  DEMO: 'off',
  SHIPPING_V3_URL: 'https://sells.example/v3/',
  SHIPPING_V3_CLIENT_ID: 'me',
  SHIPPING_V3_CLIENT_SECRET: 'mine',
}
const PUBNUB = {
  POSTROOM_PUBNUB_PUBLISH_KEY: 'pub',
  POSTROOM_PUBNUB_SUBSCRIBE_KEY: 'sub',
  POSTROOM_PUBNUB_SECRET_KEY: 'sec',
}
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const LOGINS = { DATABASE_APP_URL: 'postgresql://app@h/p', DATABASE_PLATFORM_URL: 'postgresql://platform@h/p' }
const STORED = { endpoint: undefined, region: 'us-east-1', encryption: 'none' }

test.each([
  // what is read     settings                                                                  what it is
  ['seller', {}, { name: 'Postroom', address: [] }],
  [
    'seller',
    { COMPANY_NAME: 'Llewellyn', SELLER_ADDRESS: ' 1 Market Square,, SY20 8AE , ', VAT_NUMBER: 'GB 980 7806 84' },
    { name: 'Llewellyn', address: ['1 Market Square', 'SY20 8AE'], vat_number: 'GB980780684' },
  ],
  ['storage', {}, STORED],
  [
    'storage',
    { STORAGE_ENDPOINT: 'https://s3.example', STORAGE_REGION: 'eu-west-2', STORAGE_ENCRYPTION: 'AES256' },
    { endpoint: 'https://s3.example', region: 'eu-west-2', encryption: 'AES256' },
  ],
  ['clickAndDrop', {}, undefined],
  ['clickAndDrop', CLICK_AND_DROP, { url: 'https://sells.example/api', seal, tracking: undefined }],
  ['clickAndDrop', { ...CLICK_AND_DROP, ...TRACKING }, { url: 'https://sells.example/api', seal, tracking: TRACKED }],
  ['shippingV3', {}, undefined],
  [
    'shippingV3',
    { ...SHIPPING, ...TRACKING },
    { url: 'https://sells.example/v3', clientId: 'me', clientSecret: 'mine', seal, tracking: TRACKED },
  ],
  ['pubNub', {}, undefined],
  ['pubNub', PUBNUB, { publishKey: 'pub', subscribeKey: 'sub', secretKey: 'sec' }],
  ['stripe', {}, undefined],
  ['stripe', STRIPE, { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: undefined }],
  [
    'stripe',
    { ...STRIPE, STRIPE_API_URL: 'http://127.0.0.1:1' },
    { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: new URL('http://127.0.0.1:1') },
  ],
  ['logins', {}, undefined],
  [
    'logins',
    LOGINS,
    {
      app: { connectionString: 'postgresql://app@h/p' },
      platform: { connectionString: 'postgresql://platform@h/p' },
      behindPooler: false,
    },
  ],
  ['logins', { ...LOGINS, DATABASE_POOLER: 'transaction' }, expect.objectContaining({ behindPooler: true })],
] as const)('the %s of %j', (what, settings, expected) => {
  const config = readConfig(settings)
  const read = {
    seller: () => sellerOf(config),
    storage: () => storageOf(config),
    clickAndDrop: () => clickAndDropOf(config, seal),
    shippingV3: () => shippingV3Of(config, seal),
    pubNub: () => pubNubKeysOf(config),
    stripe: () => stripeKeysOf(config),
    logins: () => loginsIn(config),
  }
  expect(read[what]()).toStrictEqual(expected)
})
