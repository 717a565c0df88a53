import path from 'node:path'
import { expect, test } from 'vitest'
import { wholeTests } from './whole-tests.ts'

const whole = wholeTests(path.join(import.meta.dirname, '..'), ['**/*.sweep.test.ts'])

test.each([
  ['imports the sampling of another package', 'apps/server/src/http/fuzz.test.ts'],
  ['imports the sampling of its own', 'packages/domain/src/rating/rating-properties.test.ts'],
  ['imports it through a module', 'packages/documents/src/label/label.test.ts'],
  ['runs only in the sweep', 'apps/server/src/main.sweep.test.ts'],
])('the sweep runs a test that %s', (_, file) => {
  expect(whole).not.toContain(file)
})

test('the sweep leaves out a test that npm test has run whole', () => {
  expect(whole).toContain('packages/domain/src/money.test.ts')
  expect(whole).toContain('scripts/whole-tests.test.ts')
})
