import { expect, it, test } from 'vitest'
import { configHelp, readConfig } from './config.ts'
import { environmentSchema } from './settings.ts'

const defaultOf = (name: string): unknown => (readConfig({}) as Record<string, unknown>)[name]

test.each([
  // name             least, most, default
  ['PORT', 0, 65_535, 8080],
  ['STORAGE_AFTER_DAYS', 1, 36_500, 30],
  ['DATABASE_RETRY_MS', 10, 60_000, 1_000],
  ['PICKUP_FEE', 1, 100_000, undefined],
  ['TOPUP_LIMIT', 0, 100_000_000, 100_000],
  ['RETENTION_DAYS', 90, 36_500, 2192],
])('%s is a whole number from %i to %i, by default %s', (name, least, most, fallback) => {
  for (const value of [least, most]) expect(readConfig({ [name]: String(value) })).toMatchObject({ [name]: value })
  for (const wrong of [least - 1, most + 1, least + 0.5, 'x'])
    expect(() => readConfig({ [name]: String(wrong) })).toThrow(`\n  ${name}: `)
  expect(defaultOf(name)).toBe(fallback)
})

test.each([
  // name                 the shortest, what is refused, default
  ['DATA_DIR', 'd', '', expect.stringMatching(/\/data$/)],
  ['COMPANY_NAME', 'P', '', 'Postroom'],
  ['MAIL_FROM', 'a@b', 'ab', 'Postroom <postroom@localhost>'],
  ['POSTROOM_SECRET_KEY', 's'.repeat(32), 's'.repeat(31), undefined],
  ['POSTROOM_HUB_INSTANCE', 'a', '', 'default'],
  ['STORAGE_REGION', 'a', 'a b', 'us-east-1'],
  ['LOCALE', 'cy-GB', 'cy', 'en-GB'],
])('%s may be %j, not %j, and is by default %j', (name, shortest, wrong, fallback) => {
  expect(readConfig({ [name]: shortest })).toMatchObject({ [name]: shortest })
  expect(() => readConfig({ [name]: wrong })).toThrow(`\n  ${name}: `)
  expect(defaultOf(name)).toEqual(fallback)
})

test.each([
  ['HOST', '127.0.0.1'],
  ['DATABASE_POOLER', 'none'],
  ['STORAGE_ENCRYPTION', 'none'],
  ['PRIVATE_HOSTS', 'refused'],
  ['DEVICE_MANAGER', 'bundled'],
  ['DEMO', 'on'],
  ['PROJECT_VARIANT', 'uk'],
  ['PRICE_CONFIDENCE', 'low'],
  ['METRICS', 'local'],
  ['LOG_LEVEL', 'warn'],
])('%s is by default %s, and nothing unknown', (name, fallback) => {
  expect(defaultOf(name)).toBe(fallback)
  if (name !== 'HOST') expect(() => readConfig({ [name]: 'unknown' })).toThrow(`\n  ${name}: `)
})

test.each([
  ['PUBLIC_URL', 'https://post.example', 'ftp://post.example'],
  ['PUBLIC_URL', 'http://post.example', 'post.example'],
  ['SMTP_URL', 'smtps://mail.example', 'https://mail.example'],
  ['SMTP_URL', 'smtp://mail.example', 'mail.example'],
  ['ADDRESS_LOOKUP_URL', 'https://addresses.example/?p={postal_code}', 'https://addresses.example/'],
  ['ADDRESS_LOOKUP_URL', 'http://addresses.example/?p={postal_code}', 'file:///addresses/{postal_code}'],
  ['ASSISTANT_URL', 'https://assistant.example/a.js', 'http://assistant.example/a.js'],
  ['VAT_NUMBER', 'GB 980 7806 84', 'GB 980 7806 85'],
  ['STORAGE_ENDPOINT', 'https://storage.example', 'storage.example'],
])('%s may be %s, not %s', (name, right, wrong) => {
  expect(readConfig({ [name]: right })).toMatchObject({ [name]: right })
  expect(() => readConfig({ [name]: wrong })).toThrow(`\n  ${name}: `)
  expect(defaultOf(name)).toBeUndefined()
})

it('names every invalid setting at once', () => {
  expect(() => readConfig({ PORT: '70000', LOCALE: 'english' })).toThrow(
    /^These settings are invalid \(--help lists them\):\n {2}PORT: .+\n {2}LOCALE: .+$/,
  )
})

it('the help lists every setting with its default, but those of tests', () => {
  const listed = [...configHelp().matchAll(/^ {2}([A-Z_0-9]+) +\S/gm)].map(([, name]) => name)
  const ofTests = ['STRIPE_API_URL', 'POSTROOM_KILL_AT']
  expect(listed).toEqual(Object.keys(environmentSchema.shape).filter((name) => !ofTests.includes(name)))
  const lines = configHelp().split('\n')
  for (const name of Object.keys(readConfig({})))
    expect(lines.find((line) => line.startsWith(`  ${name} `))).toMatch(/ \(default .+\)$/)
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}PORT +port to listen on; .* \(default 8080\)$/))
  expect(configHelp()).not.toContain('undefined')
})

it.each([
  'TLS_CERTIFICATE',
  'TLS_KEY',
  'TRUST_PROXY',
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_PLATFORM_URL',
  'DATABASE_FOLLOWER_URL',
  'SELLER_ADDRESS',
  'POSTROOM_PUBNUB_PUBLISH_KEY',
  'POSTROOM_PUBNUB_SUBSCRIBE_KEY',
  'POSTROOM_PUBNUB_SECRET_KEY',
])('%s is not empty', (name) => expect(() => readConfig({ [name]: '' })).toThrow(`\n  ${name}: `))
