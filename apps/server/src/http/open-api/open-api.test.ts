import { expect, it, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { openApiDocument } from './write-openapi.ts'

it('serves every endpoint of the contract, describes every endpoint it serves, and nothing else', async () => {
  const server = await testApp()
  const served = await server.app.inject('/api/docs/json')
  const written = JSON.parse(await openApiDocument()) as { paths: Record<string, object> }
  expect(served.json()).toEqual(written)
  const described = Object.entries(written.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const declared = contractEndpoints().map(({ method, path }) => `${method} ${path}`)
  expect(declared.length).toBeGreaterThan(15)
  expect(described.toSorted()).toEqual(declared.toSorted())
  await server.close()
})

test.each(['/api/docs', '/api/docs/'])('the documentation at %s loads only our own files', async (url) => {
  const server = await testApp()
  const page = await server.app.inject(url)
  const policy = page.headers['content-security-policy']
  expect(policy).toContain("script-src 'self';style-src 'self'")
  expect(policy).not.toContain('trusted-types') // Swagger UI writes its markup as text
  const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, link]) => new URL(link!, 'http://x/api/docs/'),
  )
  expect(links.length).toBeGreaterThan(3)
  for (const { host, pathname } of links) {
    expect(host).toBe('x')
    expect((await server.app.inject(pathname)).statusCode, pathname).toBe(200)
  }
  await server.close()
})
