import { oneTimeLink, readPageKey } from '../status-page/page-key.ts'

/** Opens the status page of a folder as its user does. @returns the cookie of the session */
export const pageSession = async (folder: string): Promise<string> => (await openedPage(folder)).cookie

/** As `pageSession`, with all that a change of the page must carry. */
export async function openedPage(folder: string) {
  const page = readPageKey(folder)
  if (!page) throw new Error(`No status page was started in ${folder}`)
  const answer = await fetch(oneTimeLink(page))
  const [set = ''] = answer.headers.getSetCookie()
  const cookie = set.split(';')[0] ?? ''
  const token = /data-token="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
  const url = `http://127.0.0.1:${page.port}`
  const headers = { cookie, origin: url, 'x-postroom-page': token, 'content-type': 'application/json' }
  const change = (path: string, body: unknown) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const show = async (path = '/') => (await fetch(`${url}${path}`, { headers: { cookie } })).text()
  return { url, cookie, token, headers, change, show }
}
