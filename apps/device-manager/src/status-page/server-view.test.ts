import { expect, test } from 'vitest'
import { aDeviceStatus } from '../testing/a-device-status.ts'
import { serverView } from './server-view.ts'

test('asks for the first server at the address of the page, without a way back', () => {
  const html = serverView({ ...aDeviceStatus(), server: undefined }, 'en')
  expect(html).toContain('href="/?language=fr" lang="fr"')
  expect(html).toContain('aria-describedby="how wrong" value="">')
  expect(html.match(/<footer>.*<\/footer>/)?.[0]).not.toContain('<a ')
})

test('shows a known server at an address of its own, from where a link leads back', () => {
  const html = serverView({ ...aDeviceStatus(), server: 'https://post.example/?a&"b"', version: '1<2' }, 'fr')
  expect(html).toContain('href="/server?language=en" lang="en"')
  expect(html).toContain('value="https://post.example/?a&amp;&quot;b&quot;">')
  expect(html.match(/<footer>.*<\/footer>/)?.[0]).toMatch(
    /1&lt;2<\/span><a href="\/\?language=fr">[^<]+<\/a><\/footer>$/,
  )
})
