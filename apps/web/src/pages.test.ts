import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { href } from './pages.ts'

// the addresses of spec §2, which bookmarks and mails hold
it.each([
  [href('home'), '/app/home'],
  [href('shipping'), '/app/shipping-single'],
  [href('shipping', { packaging: 'large_letter' }), '/app/shipping-single?packaging=large_letter'],
  [href('printers'), '/app/device-preferences'],
])('links to %s', (link, address) => expect(link).toBe(address))

it('imports nothing of the app before a page is opened', () => {
  const source = readFileSync(new URL('pages.ts', import.meta.url), 'utf8')
  const imported = [...source.matchAll(/^import[^']*'([^']*)'/gm)].map(([, from]) => from)
  expect(imported).toEqual(['lucide-react', 'react-router'])
})
