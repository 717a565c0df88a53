import { oneTimeLink, readPageKey } from '../status-page/page-key.ts'

/** Opens the status page of a folder as its user does. @returns the cookie of the session */
export async function pageSession(folder: string): Promise<string> {
  const page = readPageKey(folder)
  if (!page) throw new Error(`No status page was started in ${folder}`)
  const answer = await fetch(oneTimeLink(page))
  const [cookie] = answer.headers.getSetCookie()
  return cookie?.split(';')[0] ?? ''
}
