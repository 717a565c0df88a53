import { PARTS, testPart } from './support/expect-accessible.ts'
import { test } from './support/fixtures.ts'

test.use({ server: 'accessibility' })

for (const part of PARTS.slice(1)) testPart('en-gb', part)
for (const part of PARTS) testPart('fr-fr', part)
