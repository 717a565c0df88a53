import { PARTS, testPart } from './support/expect-accessible.ts'
import { test } from './support/fixtures.ts'

// a server of its own: the search of other screens would find what these store
test.use({ server: 'accessibility-first-part' })

testPart('en-gb', PARTS[0]!)
