import '@testing-library/jest-dom/vitest'
import * as matchers from '@testing-library/jest-dom/matchers'
import { configure, screen } from '@testing-library/dom'
import { setInteractionModality } from 'react-aria-components'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { chooseLanguage, startI18n } from '../i18n.ts'
import { dismissToast, openToast } from '../ui/toast-queue.ts'
import { aPicture, LABEL } from './a-picture.ts'
import { answerAsUsual } from './answers.ts'
import './browser-parts.ts'
import { server } from './fake-server.ts'
import { useRealClock } from './moved-clock.ts'
import { closePage } from './show.tsx'
import { useWednesday } from './wednesday.ts'

vi.mock('@postroom/hub/open-transport', async () => ({
  openTransport: (await import('./fake-device.ts')).transportTo,
}))

// again for each file: the import adds them once, and a worker loses them when it runs files of another project
expect.extend(matchers)
// before the files of tests choose their days
useWednesday()

const RETRY_MS = 20

/** The language files as served, by name. */
const texts = import.meta.glob<string>('../../public/assets/languages/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})

globalThis.fetch = async (asked: URL | Request | string, { signal }: RequestInit = {}): Promise<Response> => {
  const request = asked instanceof Request ? asked : new Request(new URL(asked, location.href))
  const { pathname } = new URL(request.url)
  if (pathname.endsWith('.png')) return new Response(aPicture(LABEL))
  if (pathname.startsWith('/assets/')) return new Response(texts[`../../public${pathname}`])
  return server.answer(request, signal)
}
// pages load their modules first; a dump of the page in each message would hide the missing element
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message?.split('\n')[0]) })
await startI18n('en-gb')
const { queries, ...others } = queryClient.getDefaultOptions()
// a page that could not load tries again twice; a test does not wait for it as long as a user
queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: RETRY_MS } })

addEventListener('submit', ({ defaultPrevented }) => {
  if (!defaultPrevented) server.problems.push('a form was left to the browser, which loads the page again')
})

beforeEach(() => {
  useWednesday() // again, since removing fake timers restores the clock
  // a screen reader's click in an earlier test would make every dialog take the focus a frame later
  setInteractionModality('keyboard')
  server.reset()
  answerAsUsual()
})

/** Queries whose key does not begin with a name: other things could be taken for what they hold. */
const unnamedQueries = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryKey: [name] }) => typeof name !== 'string' || !/^[a-z][a-z _-]*$/.test(name))
    .map(({ queryHash }) => `the key ${queryHash} begins with no name`)

/** Fails a test also when a request or an answer breaks the contract, when a page throws, or when a query has no name. */
afterEach(async () => {
  // what the page still loads may ask something that no test expected, or be cut off by the end of the file and stay broken for the
  // next one
  await vi.dynamicImportSettled()
  const broken = screen.queryAllByText('This page has stopped working').map((page) => page.textContent)
  const problems = [...server.problems, ...broken, ...unnamedQueries()]
  useRealClock() // first: what React Aria does in the frame after a page is closed must not wait for ever
  closePage()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
  for (let toast = openToast(); toast; toast = openToast()) dismissToast(toast)
  await chooseLanguage('en-gb')
  localStorage.clear()
  sessionStorage.clear()
  expect(problems).toEqual([])
})
