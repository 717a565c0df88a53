import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { publicUrlOf } from './public-url.ts'

test.each([
  [{}, 'http://127.0.0.1:8080'],
  [{ PUBLIC_URL: 'https://post.example/' }, 'https://post.example'],
  [{ PUBLIC_URL: 'https://post.example//' }, 'https://post.example'],
  [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:8080'],
  [{ HOST: '::' }, 'http://127.0.0.1:8080'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
  [{ HOST: 'post.example' }, 'http://post.example:8080'],
])('%j is reached at %s', (settings, url) => {
  const config = readConfig(settings)
  expect(publicUrlOf(config, config.PORT)).toBe(url)
})
