import { PARTS, testPart } from './support/expect-accessible.ts'
import { test } from './support/fixtures.ts'

// a server of its own: the search of other screens would find what these store
test.use({ server: 'accessibility-first-part' })

for (const part of PARTS.slice(0, 1)) testPart('en-gb', part)
