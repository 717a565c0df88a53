import { pubNubStub } from '@postroom/hub/testing/pubnub-stub'
import type { Page } from '@playwright/test'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const SERVICE = 'https://ps.pndsn.com'
const PRELOAD = path.join(import.meta.dirname, 'pubnub-preload.cjs')

/** A fake of PubNub's service for processes and pages that connect to the real host names. */
export interface PubNub {
  /** The environment that replaces the network of a process; the product is unchanged. */
  network: Record<string, string>
  /** The settings of a server with a keyset of its own. */
  keys: Record<string, string>
  /** Every URL requested. */
  heard: readonly string[]
  /** Routes the requests of this page to it. */
  reachedBy(page: Page): Promise<void>
  stop(): void
}

export async function startPubNub(): Promise<PubNub> {
  const stub = pubNubStub()
  const server = http.createServer((request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const pass = async () => {
      const answered = await answer(request, gone.signal)
      response.writeHead(answered.status, { 'content-type': 'application/json' })
      response.end(Buffer.from(await answered.arrayBuffer()))
    }
    pass().catch(() => response.destroy())
  })
  async function answer(request: http.IncomingMessage, signal: AbortSignal): Promise<Response> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    return stub.fetch(new Request(`${SERVICE}${request.url}`, { method: request.method ?? 'GET', ...body, signal }))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    network: { NODE_OPTIONS: `--require=${PRELOAD}`, NODE_PUBNUB_STUB: `http://127.0.0.1:${port}` },
    keys: {
      POSTROOM_PUBNUB_PUBLISH_KEY: 'pub-c-e2e',
      POSTROOM_PUBNUB_SUBSCRIBE_KEY: 'sub-c-e2e',
      POSTROOM_PUBNUB_SECRET_KEY: 'sec-c-e2e',
    },
    heard: stub.heard,
    reachedBy: async (page) => {
      await page.route(/^https:\/\/ps\d*\.pndsn\.com\//, async (route) => {
        const asked = route.request()
        const { pathname, search } = new URL(asked.url())
        const post = asked.postDataBuffer()
        const request = new Request(`${SERVICE}${pathname}${search}`, {
          method: asked.method(),
          ...(post && { body: new Uint8Array(post) }),
        })
        const answered = await stub.fetch(request)
        await route
          .fulfill({
            status: answered.status,
            headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
            body: Buffer.from(await answered.arrayBuffer()),
          })
          .catch(() => {}) // the page has gone on
      })
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
