import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { href } from './pages.ts'

// the paths of spec §2, which bookmarks and mails use
it.each([
  [href('home'), '/app/home'],
  [href('shipping'), '/app/shipping-single'],
  [href('shipping', { packaging: 'large_letter' }), '/app/shipping-single?packaging=large_letter'],
  [href('printers'), '/app/device-preferences'],
])('links to %s', (link, address) => expect(link).toBe(address))

it('loads no page before it is opened', () => {
  const source = readFileSync(new URL('pages.ts', import.meta.url), 'utf8')
  const imported = [...source.matchAll(/^import[^']*'([^']*)'/gm)].map(([, from]) => from)
  expect(imported).toEqual(['react-router'])
})
