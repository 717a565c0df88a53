import { expect, it, test } from 'vitest'
import { clickAndDropOf, readConfig, stripeKeysOf } from './config.ts'
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
