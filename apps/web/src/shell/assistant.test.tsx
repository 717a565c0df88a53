import { waitFor } from '@testing-library/dom'
import { afterEach, expect, it, vi } from 'vitest'
import * as config from '../app-config.ts'
import { startAssistant } from './assistant.ts'

const SCRIPT = 'https://help.example/assistant.js'
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src)
const configured = (assistant?: string) =>
  vi.spyOn(config, 'appConfig').mockReturnValue({ ...config.appConfig(), assistant })

afterEach(() => {
  document.head.querySelectorAll('script').forEach((script) => script.remove())
})

it('adds nothing when none is configured', () => {
  const idle = vi.fn<() => void>()
  vi.stubGlobal('requestIdleCallback', idle)
  configured()
  startAssistant()
  expect(idle).not.toHaveBeenCalled()
  expect(scripts()).toEqual([])
})

it('adds the configured script only when the page is idle', () => {
  const whenIdle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (then: () => void) => whenIdle.push(then))
  configured(SCRIPT)
  startAssistant()
  expect(scripts()).toEqual([])
  whenIdle.forEach((then) => then())
  expect(scripts()).toEqual([SCRIPT])
})

it('goes through the one policy that the headers allow', () => {
  const policies: string[] = []
  vi.stubGlobal('requestIdleCallback', (then: () => void) => then())
  vi.stubGlobal('trustedTypes', {
    createPolicy: (name: string, rules: object) => {
      policies.push(name)
      return rules
    },
  })
  configured(SCRIPT)
  startAssistant()
  expect(policies).toEqual(['postroom-assistant'])
  expect(scripts()).toEqual([SCRIPT])
})

it('waits in a browser that does not report when it is idle', async () => {
  vi.useFakeTimers()
  configured(SCRIPT)
  startAssistant()
  expect(scripts()).toEqual([])
  await vi.advanceTimersByTimeAsync(3_000)
  await waitFor(() => expect(scripts()).toEqual([SCRIPT]))
})
