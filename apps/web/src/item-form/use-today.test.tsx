import { screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { closePage, show } from '../testing/show.tsx'
import { useToday } from './use-today.ts'

function Today() {
  return <time>{useToday()}</time>
}

it('changes within 30 s after midnight in London, and stops when the page is closed', async () => {
  vi.useFakeTimers({ now: new Date('2026-06-30T22:59:50Z') })
  show(<Today />)
  expect(screen.getByText('2026-06-30')).toBeVisible()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(screen.getByText('2026-06-30')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1_100)
  expect(screen.getByText('2026-07-01')).toBeVisible()
  closePage()
  expect(vi.getTimerCount()).toBe(0)
})
