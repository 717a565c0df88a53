import { ukDateOf } from '@postroom/domain/calendar'
import http from 'node:http'
import { aDraft, type Buyer } from './server-with-buyers.ts'

/** The clients of a measurement, who share connections. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
let bought = 0

function post(url: string, route: string, { authorization }: Buyer, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(`${url}/api/stamp/v1${route}`, { agent, method: 'POST', headers }, (response) => {
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`))))
      response.resume()
    })
    request.on('error', reject).end(body)
  })
}

const RATED = JSON.stringify({
  options: [],
  shipping_date: ukDateOf(new Date()),
  to: { country: 'GB' },
  parcels: [{ packaging: 'letter', weight: { value: 80, units: 'G' } }],
})

/** One call of a client. */
export type Act = (url: string, buyer: Buyer) => Promise<void>

export const buy: Act = (url, buyer) =>
  post(url, `/shipment/process?pending_id=bought-in-the-bench-${bought++}`, buyer, JSON.stringify(aDraft(buyer)))
export const rate: Act = (url, buyer) => post(url, '/shipment/rate', buyer, RATED)

/** Lets each of `clients` do its work again and again for some seconds. @returns the milliseconds of each call */
export async function load(clients: readonly (() => Promise<void>)[], seconds: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  await Promise.all(
    clients.map(async (call) => {
      while (performance.now() < end) {
        const begin = performance.now()
        await call()
        times.push(performance.now() - begin)
      }
    }),
  )
  return times
}
