import type { ArgsOf } from '@postroom/contract/device-messages'
import type { Hub } from '@postroom/contract/hub'
import type { Shipment } from '@postroom/contract/shipment'
import type { SignedRequest } from '@postroom/contract/signed-request'
import { requestDevice } from '@postroom/hub/device-client'
import { openTransport } from '@postroom/hub/open-transport'
import { newSession } from './fixtures.ts'
import type { Postroom } from './postroom.ts'

/** Prints the label of a shipment as another API client would: `copies` times in one job. @returns the code of the refusal, or 'taken' */
export type PrintByApi = (shipment: Shipment, order: { at: string; job_id: string; copies?: number }) => Promise<string>

/** Another API client, signed in as the demo user. */
export async function printByApi(postroom: Postroom): Promise<PrintByApi> {
  const { token } = await newSession(postroom)
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${postroom.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Refused((JSON.parse(text) as { code: string }).code)
    return JSON.parse(text) as T
  }
  return async ({ id }, { at, job_id, copies = 1 }) => {
    const { docs } = await ask<Shipment>(`/stamp/v1/shipment/${id}`)
    const { type, url, sha256, width_mm, height_mm, pages } = docs.find((paper) => paper.type === 'label')!
    const document = { type, url, sha256, width_mm, height_mm, pages }
    const args: ArgsOf<'print'> = {
      job_id,
      kind: 'mailing',
      title: 'Label',
      documents: Array.from({ length: copies }, () => document),
    }
    const { data } = await ask<{ data: Hub[] }>('/iot/v1/hub?length=100')
    const hub = data.find(({ alias }) => alias === at)!
    const transport = openTransport(hub)
    const sign = (asked: object) => ask<SignedRequest>(`/iot/v1/hub/${hub.id}/request`, asked)
    await transport.connect()
    try {
      await requestDevice({ transport, hub, sign }, 'print', args, { timeoutMs: 15_000 })
      return 'taken'
    } catch (error) {
      if (error instanceof Refused) return error.message
      throw error
    } finally {
      await transport.close()
    }
  }
}

class Refused extends Error {}
