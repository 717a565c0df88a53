import { newSession } from './fixtures.ts'
import type { Postroom } from './postroom.ts'

/** Sends one call after another to the API with a session of the user. A refusal throws. */
export async function apiOf(
  postroom: Postroom,
  username = 'demo',
): Promise<<Answer>(path: string, body?: object) => Promise<Answer>> {
  const { token } = await newSession(postroom, username)
  return async <Answer>(path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${postroom.url}/api/stamp/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': body instanceof Blob ? body.type : 'application/json',
      },
      ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}
