import { screen, waitFor } from '@testing-library/dom'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { useNearEnd } from './use-near-end.ts'
import { useWidth } from './use-width.ts'

function End({ onNearEnd }: { onNearEnd: (() => void) | undefined }) {
  const end = useRef<HTMLDivElement>(null)
  useNearEnd(end, onNearEnd)
  return <div ref={end} id="end" />
}

/** Observers of the browser, as far as the lists use them. */
function watchObservers() {
  const open = new Set<{ notify: (isIntersecting: boolean) => void; of: Element; margin: string | undefined }>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #own: (typeof open extends Set<infer One> ? One : never) | undefined
      readonly #notify
      readonly #margin
      constructor(notify: (entries: object[]) => void, options: IntersectionObserverInit) {
        this.#notify = (isIntersecting: boolean) => notify([{ isIntersecting }])
        this.#margin = options.rootMargin
      }
      observe(of: Element) {
        this.#own = { notify: this.#notify, of, margin: this.#margin }
        open.add(this.#own)
      }
      disconnect() {
        if (this.#own) open.delete(this.#own)
      }
    },
  )
  return open
}

it('a list loads more when its end is near the window, with what is asked now, while there is more', async () => {
  const open = watchObservers()
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  show(<End onNearEnd={first} />)
  const [observer] = open
  expect([observer?.of.id, observer?.margin, open.size]).toEqual(['end', '1000px', 1])
  observer?.notify(false)
  expect(first).not.toHaveBeenCalled()
  observer?.notify(true)
  show(<End onNearEnd={second} />)
  observer?.notify(true)
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  show(<End onNearEnd={undefined} />)
  await waitFor(() => expect(open.size).toBe(0))
})

function Wide() {
  const ref = useRef<HTMLDivElement>(null)
  return <div ref={ref}>{useWidth(ref) ?? 'unknown'}</div>
}

it('knows the width of an element, and hears of its changes until it is gone', async () => {
  const measured: { notify: () => void; isOpen: boolean }[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #own
      constructor(notify: () => void) {
        this.#own = { notify, isOpen: false }
        measured.push(this.#own)
      }
      observe() {
        this.#own.isOpen = true
      }
      disconnect() {
        this.#own.isOpen = false
      }
    },
  )
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(640)
  show(<Wide />)
  expect(document.body).toHaveTextContent('640')
  width.mockReturnValue(320)
  const observer = measured.findLast(({ isOpen }) => isOpen)
  observer?.notify()
  await waitFor(() => expect(document.body).toHaveTextContent('320'))
  width.mockReturnValue(0)
  observer?.notify()
  await waitFor(() => expect(document.body).toHaveTextContent('unknown'))
  show(<p>gone</p>)
  await waitFor(() => expect(measured.filter(({ isOpen }) => isOpen)).toEqual([]))
})

it.each([
  [0, 4, '0', '4', '0%'],
  [3, 4, '3', '4', '75%'],
  [0, 0, '0', '1', '100%'],
])('%i of %i done is shown as a bar', (done, total, now, most, width) => {
  show(<BatchProgress title="Printing" done={done} total={total} leaving="It goes on." />)
  const bar = screen.getByRole('progressbar', { name: 'Printing' })
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual([now, most])
  expect(bar.querySelector('[style]')).toHaveStyle({ width })
  expect(screen.queryByRole('button')).toBeNull()
})
